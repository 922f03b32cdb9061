/** Text in XML 1.0. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** What XML 1.0 cannot hold at all, not even escaped: controls, halves of surrogate pairs, and the two non-characters. */
const impossible =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** For a value in double quotes: line ends survive, which a parser would otherwise turn into spaces. */
export function xmlAttribute(text: string): string {
  return text.replace(impossible, '\ufffd').replace(/[&<>"\t\n\r]/g, (c) => entities[c] as string);
}

/** For text between tags. */
export function xmlText(text: string): string {
  return text.replace(impossible, '\ufffd').replace(/[&<>\r]/g, (c) => entities[c] as string);
}
