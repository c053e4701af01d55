import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {ObjectExplanation} from '../core/plan/explanation.ts';
import type {ValuesOf} from '../core/reference/values.ts';
import type {PlannedChange} from './planned-change.ts';
import type {Preflight} from './preflight.ts';

/** The planned changes of one runtime, and its permission check. */
export type RuntimePlan = {
  readonly changes: readonly PlannedChange[];
  readonly diagnostics: readonly Diagnostic[];
  /** What the user may not do of it, as far as the server says; only questions are sent. */
  readonly preflight?: (run: {readonly wait: boolean}) => Promise<Preflight>;
  /** What is known of the values of its resources, for references from other runtimes. */
  readonly values?: ValuesOf;
  /** All that is known of one resource of the plan, and of one field of it. */
  readonly explain?: (id: string, path?: string) => ObjectExplanation | undefined;
};
