import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Failure} from '../../core/failure/failure.ts';
import type {CredentialExpiry} from '../../ports/cluster-access.ts';
import type {CheckedAccess} from '../access/checked-access.ts';
import type {ExaminedWants} from '../trust/examine-wants.ts';
import type {KnownWorkspace} from './known-workspace.ts';

/** The kind of a check. `pin`: the cluster is the pinned one; `expiry`: of a credential; `environment`: the provider keys; `access`: permissions. */
export type CheckKind =
  | 'workspace'
  | 'kubeconfig'
  | 'cluster'
  | 'clock'
  | 'pin'
  | 'expiry'
  | 'reference'
  | 'store'
  | 'environment'
  | 'access';

/** The result of one check. It holds no value of a secret. */
export type WorkspaceCheck = {readonly kind: CheckKind /** A reference, or a store. */; readonly name?: string} & (
  | {readonly outcome: 'passed'}
  /** The result for a pin: no command has reached the cluster yet, so there is nothing to compare. */
  | {readonly outcome: 'not-bound'}
  | {readonly outcome: 'warning'; readonly message: string}
  | {readonly outcome: 'failed'; readonly failure: Failure}
);

/** The results of all checks of one workspace. */
export type CheckedWorkspace = KnownWorkspace & {
  readonly outcome: Exclude<WorkspaceCheck['outcome'], 'not-bound'>;
  readonly suspended: boolean;
  /** True if changes need a permission. */
  readonly protected?: true;
  readonly labels: Readonly<Record<string, string>>;
  /** Its requests on this machine, and whether they are allowed; absent if its files cannot be read. */
  readonly wanted?: Omit<ExaminedWants, 'name' | 'file'>;
  readonly server?: string;
  readonly version?: string;
  /** The user, as the cluster knows them. */
  readonly user?: string;
  /** Reports whether it is the cluster of the first contact; `none`: there was no contact yet. */
  readonly pin?: 'same' | 'other' | 'none';
  readonly expires?: CredentialExpiry;
  /** The permissions of the user, if they were tried. */
  readonly access?: CheckedAccess;
  readonly checks: readonly WorkspaceCheck[];
  /** The warnings about its files. */
  readonly diagnostics: readonly Diagnostic[];
};

/** Returns the worst of several outcomes. */
export function outcomeOf(checks: readonly WorkspaceCheck[]): CheckedWorkspace['outcome'] {
  if (checks.some(({outcome}) => outcome === 'failed')) return 'failed';
  return checks.some(({outcome}) => outcome === 'warning') ? 'warning' : 'passed';
}
