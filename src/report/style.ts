/** Colours by meaning. Chosen to be read on dark and on light backgrounds; without colour the words alone must do. */
export interface Style {
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly note: (text: string) => string;
  readonly good: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly dim: (text: string) => string;
  /** Columns of the terminal. */
  readonly width: number;
}

const plain = (text: string): string => text;

export const plainStyle: Style = {
  error: plain,
  warning: plain,
  note: plain,
  good: plain,
  strong: plain,
  dim: plain,
  width: 80,
};

/** Breaks text into lines of at most `width` columns, at spaces; longer words stand alone. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines;
}
