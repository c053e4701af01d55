import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {MissingPermission} from '../core/plan/missing-permission.ts';

/** The permissions that a plan lacks, checked before the first write. */
export type Preflight = {
  readonly denials: readonly MissingPermission[];
  /** The ids that lack a permission which a binding of the same plan grants. Their check is deferred until that binding exists. */
  readonly deferred?: readonly string[];
  /** The user name in the cluster. Requested only if a permission is denied. */
  readonly user?: string | undefined;
  /** Warnings about features that the run does without. */
  readonly diagnostics: readonly Diagnostic[];
};
