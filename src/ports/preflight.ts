import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {Denial} from '../core/plan/denial.ts';

/** The permissions that a plan lacks, asked before the first write. */
export type Preflight = {
  readonly denials: readonly Denial[];
  /** Ids that lack a right which a binding of the same plan gives to its user: they are tried when it is there. */
  readonly excused?: readonly string[];
  /** Who the server takes us for; asked only where something is denied. */
  readonly user?: string | undefined;
  /** Warnings: what the run will do without. */
  readonly diagnostics: readonly Diagnostic[];
};
