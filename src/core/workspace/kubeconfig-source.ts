import type {Use} from '../release/use.ts';
import type {Secret} from '../secret/secret.ts';
import type {ClusterPin} from './cluster-pin.ts';
import type {OidcIdentity} from './oidc-identity.ts';
import type {RemotePlace} from './remote-place.ts';
import type {Trust} from './trust.ts';

/** The kubeconfig of a workspace after the priority rules. It is not read or parsed yet. */
export type KubeconfigSource = {
  readonly workspace: string;
  /** The field that the user set, for messages: `context.kubeconfig_path`, `KUBECONFIG`, `~/.kube/config`, `in-cluster`. */
  readonly field: string;
  /** The file with that field, if any. */
  readonly file?: string;
  /** The context in the kubeconfig. Default: its current-context. */
  readonly kubeContext?: string | undefined;
  /** The user's own identity. The kubeconfig then provides only the server and its CA. */
  readonly identity?: OidcIdentity;
  /** The permissions of a fetched kubeconfig on this machine. Default: none. */
  readonly trust?: Trust;
  /** Pins of the workspace that its server must match. Absent: the connecting code compares them. */
  readonly pins?: readonly ClusterPin[];
  /** True if others chose the address. Its name must then not resolve to a metadata address. */
  readonly besideMetadata?: true;
  /** The shared resource that holds the kubeconfig. */
  readonly use?: Use;
  readonly from: KubeconfigPlace;
};

/** The place of a kubeconfig: a local one, a sandbox or a remote one. */
export type KubeconfigPlace = LocalPlace | SandboxPlace | {readonly kind: 'remote'; readonly place: RemotePlace};

/** A source on this machine: nothing has to be fetched. */
export type LocalSource = KubeconfigSource & {readonly from: LocalPlace};

/** A kubeconfig on this machine: text, files, or the account of the pod. */
export type LocalPlace =
  /**
   * The text of a kubeconfig. `fetched` is its address if it is not from this machine; `trust` then limits it. `reference` is the
   * reference to the secret that holds it.
   */
  | {readonly kind: 'content'; readonly content: Secret; readonly fetched?: string; readonly reference?: string}
  /** Absolute paths. Several files are merged as kubectl does. `skipped` has listed files that do not exist. */
  | {readonly kind: 'files'; readonly paths: readonly string[]; readonly skipped: readonly string[]}
  | {readonly kind: 'in-cluster'};

/** A sandbox, which is opened when it is first used. It has no kubeconfig before. */
export type SandboxPlace = {readonly kind: 'sandbox'; readonly name: string};
