/**
 * Text of others for a terminal. Names of files and what stands in sources may hold characters that a terminal acts on, from
 * moving the cursor to writing over what was printed: they are shown as U+FFFD.
 */

/** Line ends stay. */
export function visible(text: string): string {
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}

/** As `visible`, on one line: spaces stand for line ends. */
export function visibleLine(text: string): string {
  return visible(text.replace(/\s*[\r\n]+\s*/g, ' '));
}
