/** What the tests of an app have reached: states, transitions, statements and branches. */
import type { Definition } from '../../definition/document.ts';
import { FrameRecorder } from '../../runtime/interpreter/frames.ts';
import { VisitCounts } from '../../runtime/interpreter/visits.ts';
import { codeCoverage, type FileCoverage, type LineOf } from './code.ts';
import { type Visit, WorkflowVisits } from './workflows.ts';

export interface NamedCoverage {
  readonly name: string;
  /** 1-based, in the workflow's file. */
  readonly line: number;
  readonly hits: number;
}

export interface WorkflowCoverage {
  readonly workflow: string;
  readonly file: string;
  readonly states: readonly NamedCoverage[];
  /** By their keys: `Pending/on Accept`, `Pending/Expire`. */
  readonly transitions: readonly NamedCoverage[];
}

export interface Coverage {
  readonly workflows: readonly WorkflowCoverage[];
  readonly files: readonly FileCoverage[];
}

/** What was counted, as plain data: threads hand it over. */
export interface Visits {
  readonly code: ReturnType<VisitCounts['entries']>;
  readonly workflows: readonly Visit[];
}

/** Collects what tests of one app reach. */
export class CoverageCollector {
  readonly code = new VisitCounts();
  readonly workflows = new WorkflowVisits();

  visits(): Visits {
    return { code: this.code.entries(), workflows: this.workflows.entries() };
  }

  addAll(visits: Visits): void {
    this.code.addAll(visits.code);
    this.workflows.addAll(visits.workflows);
  }

  report(definition: Definition): Coverage {
    const recorder = new FrameRecorder(definition.sources);
    const lineOf: LineOf = (file, offset) => recorder.line(file, offset);
    return {
      workflows: definition.workflows.map((w) => {
        const named = (kind: Visit[1], name: string, offset: number): NamedCoverage => ({
          name,
          line: lineOf(w.file, offset),
          hits: this.workflows.times(w.key, kind, name),
        });
        return {
          workflow: w.key,
          file: definition.sources[w.file]?.path ?? '',
          states: w.states.map((s) => named('state', s.name, s.nameSpan[0])),
          transitions: w.transitions.map((t) => named('transition', t.key, t.nameSpan[0])),
        };
      }),
      files: codeCoverage(definition, this.code, lineOf),
    };
  }
}
