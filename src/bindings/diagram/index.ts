/** Pictures of an app, in the formats that people and tools read. */
import { asciiText } from './ascii.ts';
import { dotText } from './dot.ts';
import { mermaidText } from './mermaid.ts';
import type { Picture } from './picture.ts';
import { svgText } from './svg.ts';

export { callPicture } from './call-picture.ts';
export type { Picture } from './picture.ts';
export { statePicture } from './state-picture.ts';

export const pictureFormats = ['mermaid', 'dot', 'svg', 'ascii'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** The text of the pictures in one document. Several Mermaid diagrams stand in Markdown, since a diagram holds one alone. */
export async function drawPictures(pictures: readonly Picture[], format: PictureFormat): Promise<string> {
  switch (format) {
    case 'svg':
      return svgText(pictures);
    case 'dot':
      return pictures.map(dotText).join('\n');
    case 'ascii':
      return pictures.map(asciiText).join('\n\n');
    case 'mermaid':
      return pictures.length === 1
        ? mermaidText(pictures[0] as Picture)
        : pictures.map((p) => `\`\`\`mermaid\n${mermaidText(p)}\`\`\`\n`).join('\n');
    default:
      return format satisfies never;
  }
}
