import { armShadowsWorkflowArm } from '../../diagnostics/catalogue/lint.ts';
import type { Finding } from '../finding.ts';

export const shadowingArms: Finding = {
  rules: [armShadowsWorkflowArm],
  look(context) {
    for (const { workflow } of context.graphs) {
      const above = new Map(
        workflow.transitions.filter((t) => t.from === undefined && t.event !== undefined).map((t) => [t.event, t]),
      );
      for (const t of workflow.transitions) {
        const shadowed = t.from === undefined || t.event === undefined ? undefined : above.get(t.event);
        if (shadowed === undefined) continue;
        const labels = context.labels([
          { at: { file: workflow.file, span: shadowed.nameSpan }, message: 'the workflow-level arm' },
        ]);
        context.report(
          armShadowsWorkflowArm,
          { file: workflow.file, span: t.nameSpan },
          { event: t.event as string, state: t.from as string },
          labels,
        );
      }
    }
  },
};
