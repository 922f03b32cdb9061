import { plainName } from '../../analysis/app-index.ts';
import { nodesOf } from '../../analysis/app-walk.ts';
import { emptyCatch } from '../../diagnostics/catalogue/lint.ts';
import type { Finding } from '../finding.ts';

export const emptyCatches: Finding = {
  rules: [emptyCatch],
  look(context) {
    for (const { node, piece } of nodesOf(context.app, 'try')) {
      const { file } = piece;
      for (const c of node.catches) {
        const type = c.t === undefined ? 'Exception' : plainName(c.t);
        const wide = type === 'Exception' || context.index.networkKind(type) !== undefined;
        // A comment in the block is the reason.
        if (wide && c.body.length === 0 && !hasComment(file, c.s))
          context.report(emptyCatch, { file, span: c.s }, { type });
      }
    }

    function hasComment(file: number, span: readonly [number, number]): boolean {
      const comments = context.program.units[file]?.comments ?? [];
      return comments.some((c) => c.start >= span[0] && c.end <= span[1]);
    }
  },
};
