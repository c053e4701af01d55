import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import type {Action} from '../plan/plan.ts';

/** The stack and the workspace of a case, as far as they are known. */
export type CaseSubject = {readonly project?: string; readonly stack?: string | undefined; readonly workspace?: string};

/**
 * A result of a run for one resource, file or check. JUnit, SARIF and GitLab reports are made from lists of cases, so that commands do not
 * depend on these formats. A run over several stacks concatenates their lists.
 */
export type ReportCase = {
  readonly about: CaseSubject;
  /** The id of the resource, the file, or the name of the check. It is the same in each run. */
  readonly name: string;
  /** `failed`: the check found a problem. `error`: the check could not be done. */
  readonly outcome: 'passed' | 'failed' | 'error' | 'skipped';
  /** The planned action for the resource. */
  readonly action?: Action;
  /** The code of the failure. */
  readonly code?: string | undefined;
  /** The reason why it did not pass, in one line. */
  readonly message?: string | undefined;
  /** More details in lines: diagnostics, warnings of the cluster, the end of a log. They contain no secrets. */
  readonly details?: readonly string[];
  readonly seconds?: number;
  /** The findings for a reviewer, with positions in the files if they are known. */
  readonly findings: readonly Diagnostic[];
};
