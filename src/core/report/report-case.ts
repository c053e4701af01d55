import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import type {Action} from '../plan/plan.ts';

/** Which stack in which workspace a case is about, as far as the run got to know. */
export type CaseSubject = {readonly project?: string; readonly stack?: string | undefined; readonly workspace?: string};

/**
 * One thing that a run looked at or did: a resource, a file, a check. JUnit, SARIF and GitLab's formats are all made of a list of
 * these, so that a command knows none of them. Several stacks put their lists one after the other.
 */
export type ReportCase = {
  readonly about: CaseSubject;
  /** The id of the resource, the file, or what was checked: the same in each run. */
  readonly name: string;
  /** `failed`: it is not as it should be. `error`: nobody could find out, or the run itself broke. */
  readonly outcome: 'passed' | 'failed' | 'error' | 'skipped';
  /** What a plan does with the resource. */
  readonly action?: Action;
  /** Of what failed, the code of the failure. */
  readonly code?: string | undefined;
  /** Why it did not pass, one line. */
  readonly message?: string | undefined;
  /** What else is known of it, line by line: diagnostics, the cluster's warnings, the end of a log. No value of a secret. */
  readonly details?: readonly string[];
  readonly seconds?: number;
  /** What a reviewer should see of it, at the lines of the files where they are known. */
  readonly findings: readonly Diagnostic[];
};
