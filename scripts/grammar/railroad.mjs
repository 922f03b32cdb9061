// Railroad diagrams as plain SVG: each shape knows its size, and then where it is drawn.

const UNIT = 10;
const LETTER = 7.6;
const BOX = 26;
const GAP = 10;
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * A shape: `width`, how far it reaches above and below its line, and `draw(x, y)` from the left end of that line.
 * @typedef {{ width: number, up: number, down: number, draw: (x: number, y: number) => string }} Shape
 */

const path = (d) => `<path d="${d}"/>`;
const line = (x, y, width) => (width > 0 ? path(`M${x} ${y}h${width}`) : '');

function box(text, kind, href) {
  const width = Math.ceil(text.length * LETTER) + 20;
  const draw = (x, y) => {
    const radius = kind === 'word' || kind === 'token' ? BOX / 2 : 3;
    const shape =
      `<rect class="${kind}" x="${x}" y="${y - BOX / 2}" width="${width}" height="${BOX}" rx="${radius}"/>` +
      `<text class="${kind}" x="${x + width / 2}" y="${y + 4}">${escaped(text)}</text>`;
    return href === undefined ? shape : `<a href="#${href}">${shape}</a>`;
  };
  return { width, up: BOX / 2, down: BOX / 2, draw };
}

const skip = { width: 0, up: 0, down: 0, draw: () => '' };

function row(shapes) {
  if (shapes.length === 0) return skip;
  const width = shapes.reduce((sum, shape) => sum + shape.width, 0) + GAP * (shapes.length - 1);
  return {
    width,
    up: Math.max(...shapes.map((shape) => shape.up)),
    down: Math.max(...shapes.map((shape) => shape.down)),
    draw(x, y) {
      let at = x;
      return shapes
        .map((shape, i) => {
          const drawn = (i === 0 ? '' : line(at - GAP, y, GAP)) + shape.draw(at, y);
          at += shape.width + GAP;
          return drawn;
        })
        .join('');
    },
  };
}

/** Parts too long for one line go on below it. */
function rows(shapes, most) {
  const lines = [[]];
  let width = 0;
  for (const shape of shapes) {
    if (width > 0 && width + shape.width > most) {
      lines.push([]);
      width = 0;
    }
    lines.at(-1).push(shape);
    width += shape.width + GAP;
  }
  if (lines.length === 1) return row(shapes);
  const parts = lines.map(row);
  const inner = Math.max(...parts.map((part) => part.width));
  const offsets = [0];
  for (let i = 1; i < parts.length; i++) offsets.push(offsets[i - 1] + parts[i - 1].down + parts[i].up + UNIT * 3);
  return {
    width: inner + UNIT * 4,
    up: parts[0].up,
    down: offsets.at(-1) + parts.at(-1).down,
    draw(x, y) {
      const left = x + UNIT * 2;
      const right = left + inner;
      let drawn = line(x, y, UNIT * 2);
      parts.forEach((part, i) => {
        const at = y + offsets[i];
        drawn += part.draw(left, at);
        if (i === parts.length - 1) {
          drawn += line(left + part.width, at, right - left - part.width);
          drawn +=
            path(`M${right} ${at}h${UNIT}q${UNIT} 0 ${UNIT} ${-UNIT}V${y + UNIT}`) +
            path(`M${right + UNIT * 2} ${y + UNIT}q0 ${-UNIT} ${UNIT} ${-UNIT}`);
          return;
        }
        const middle = at + part.down + UNIT * 1.5;
        const end = left + part.width;
        drawn += path(
          `M${end} ${at}q${UNIT} 0 ${UNIT} ${UNIT}V${middle - UNIT}q0 ${UNIT} ${-UNIT} ${UNIT}H${left - UNIT / 2}` +
            `q${-UNIT} 0 ${-UNIT} ${UNIT}V${y + offsets[i + 1] - UNIT}q0 ${UNIT} ${UNIT} ${UNIT}h${UNIT / 2}`,
        );
      });
      return drawn;
    },
    overhang: UNIT,
  };
}

function branches(shapes) {
  const inner = Math.max(...shapes.map((shape) => shape.width));
  const offsets = [0];
  for (let i = 1; i < shapes.length; i++)
    offsets.push(offsets[i - 1] + Math.max(shapes[i - 1].down, UNIT) + GAP + Math.max(shapes[i].up, UNIT));
  const width = inner + UNIT * 4;
  return {
    width,
    up: shapes[0].up,
    down: offsets.at(-1) + shapes.at(-1).down,
    draw(x, y) {
      const right = x + width;
      return shapes
        .map((shape, i) => {
          const at = y + offsets[i];
          const left = x + UNIT * 2;
          const middle = shape.draw(left, at) + line(left + shape.width, at, inner - shape.width);
          if (i === 0) return line(x, y, UNIT * 2) + middle + line(right - UNIT * 2, y, UNIT * 2);
          return (
            path(`M${x} ${y}q${UNIT} 0 ${UNIT} ${UNIT}V${at - UNIT}q0 ${UNIT} ${UNIT} ${UNIT}`) +
            middle +
            path(`M${right - UNIT * 2} ${at}q${UNIT} 0 ${UNIT} ${-UNIT}V${y + UNIT}q0 ${-UNIT} ${UNIT} ${-UNIT}`)
          );
        })
        .join('');
    },
  };
}

/** Once or more often, with `back` on the way back. */
function loop(shape, back) {
  const inner = Math.max(shape.width, back.width);
  const width = inner + UNIT * 4;
  const drop = shape.down + GAP + Math.max(back.up, UNIT / 2);
  return {
    width,
    up: shape.up,
    down: drop + back.down,
    draw(x, y) {
      const left = x + UNIT * 2;
      const right = left + inner;
      const at = y + drop;
      const start = left + (inner - back.width) / 2;
      return (
        line(x, y, UNIT * 2) +
        shape.draw(left, y) +
        line(left + shape.width, y, inner - shape.width + UNIT * 2) +
        path(`M${right} ${y}q${UNIT} 0 ${UNIT} ${UNIT}V${at - UNIT}q0 ${UNIT} ${-UNIT} ${UNIT}H${start + back.width}`) +
        back.draw(start, at) +
        path(`M${start} ${at}H${left}q${-UNIT} 0 ${-UNIT} ${-UNIT}V${y + UNIT}q0 ${-UNIT} ${UNIT} ${-UNIT}`)
      );
    },
  };
}

/** @returns {Shape} */
function shapeOf(e, most) {
  switch (e.kind) {
    case 'word':
      return box(e.text, 'word');
    case 'token':
      return box(e.name, 'token', 'tokens');
    case 'rule':
      return box(e.name, 'rule', e.name);
    case 'seq':
      return rows(
        e.items.map((item) => shapeOf(item, most - UNIT * 4)),
        most,
      );
    case 'alt':
      return branches(e.items.map((item) => shapeOf(item, most - UNIT * 4)));
    case 'opt':
      return branches([skip, shapeOf(e.item, most - UNIT * 4)]);
    case 'many':
      return branches([skip, loop(shapeOf(e.item, most - UNIT * 8), skip)]);
    case 'list': {
      const repeated = loop(shapeOf(e.item, most - UNIT * 4), shapeOf(e.separator, most));
      return e.trailing ? row([repeated, branches([skip, shapeOf(e.separator, most)])]) : repeated;
    }
    default:
      throw new Error(`no diagram for ${e.kind}`);
  }
}

const MOST = 900;

/** The diagram of one rule. `label` is read to those who cannot see it. */
export function diagram(definition, label) {
  const shape = shapeOf(definition, MOST);
  const margin = 20;
  const width = shape.width + margin * 2 + UNIT;
  const y = shape.up + 8;
  const height = y + shape.down + 8;
  const end = margin + shape.width;
  return (
    `<svg role="img" aria-label="${escaped(label)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<circle cx="${margin - 12}" cy="${y}" r="4"/>` +
    line(margin - 8, y, 8) +
    shape.draw(margin, y) +
    line(end, y, 8) +
    `<circle cx="${end + 12}" cy="${y}" r="4"/></svg>`
  );
}
