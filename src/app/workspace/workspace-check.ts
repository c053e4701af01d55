import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Failure} from '../../core/failure/failure.ts';
import type {CredentialExpiry} from '../../ports/cluster-access.ts';
import type {ExaminedWants} from '../trust/examine-wants.ts';
import type {KnownWorkspace} from './known-workspace.ts';

/** What was checked. `pin`: the cluster is the pinned one; `expiry`: of a credential; `environment`: the provider keys. */
export type CheckKind =
  | 'workspace'
  | 'kubeconfig'
  | 'cluster'
  | 'clock'
  | 'pin'
  | 'expiry'
  | 'reference'
  | 'store'
  | 'environment';

/** One thing that was looked at. No value of a secret stands in it. */
export type WorkspaceCheck = {readonly kind: CheckKind /** A reference, or a store. */; readonly name?: string} & (
  | {readonly outcome: 'passed'}
  /** Of the pin: no command has reached the cluster yet, so that there is nothing to compare it with. */
  | {readonly outcome: 'not-bound'}
  | {readonly outcome: 'warning'; readonly message: string}
  | {readonly outcome: 'failed'; readonly failure: Failure}
);

/** All that is known of one workspace after it was looked at. */
export type CheckedWorkspace = KnownWorkspace & {
  readonly outcome: Exclude<WorkspaceCheck['outcome'], 'not-bound'>;
  readonly suspended: boolean;
  readonly labels: Readonly<Record<string, string>>;
  /** What it wants of this machine, and whether that is allowed; absent where its files cannot be read. */
  readonly wanted?: Omit<ExaminedWants, 'name' | 'file'>;
  readonly server?: string;
  readonly version?: string;
  /** Who the cluster takes the user for. */
  readonly user?: string;
  /** Whether it is the cluster of the first contact; `none`: nobody has contacted it yet. */
  readonly pin?: 'same' | 'other' | 'none';
  readonly expires?: CredentialExpiry;
  readonly checks: readonly WorkspaceCheck[];
  /** What its files warn of. */
  readonly diagnostics: readonly Diagnostic[];
};

/** Of several the worst. */
export function outcomeOf(checks: readonly WorkspaceCheck[]): CheckedWorkspace['outcome'] {
  if (checks.some(({outcome}) => outcome === 'failed')) return 'failed';
  return checks.some(({outcome}) => outcome === 'warning') ? 'warning' : 'passed';
}
