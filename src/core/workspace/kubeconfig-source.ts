import type {Secret} from '../secret/secret.ts';
import type {ClusterPin} from './cluster-pin.ts';
import type {OidcIdentity} from './oidc-identity.ts';
import type {RemotePlace} from './remote-place.ts';
import type {Trust} from './trust.ts';

/** Which kubeconfig a workspace's context leads to, after the priority rules; not yet read or parsed. */
export type KubeconfigSource = {
  readonly workspace: string;
  /** The field that the user set, for messages: `context.kubeconfig_path`, `KUBECONFIG`, `~/.kube/config`, `in-cluster`. */
  readonly field: string;
  /** The file in which that field stands, if any. */
  readonly file?: string;
  /** Which context inside the kubeconfig; default: its current-context. */
  readonly kubeContext?: string | undefined;
  /** The user's own identity; then the kubeconfig gives server and CA only. */
  readonly identity?: OidcIdentity;
  /** What a kubeconfig that was fetched may do on this machine. Default: nothing. */
  readonly trust?: Trust;
  /** Pins of the workspace that its server has to fit. Absent: who connects compares them. */
  readonly pins?: readonly ClusterPin[];
  /** Others say where it is: no name that they chose may lead to a metadata address. */
  readonly besideMetadata?: true;
  readonly from: KubeconfigPlace;
};

/** The place of a kubeconfig: a local one, a sandbox or a remote one. */
export type KubeconfigPlace = LocalPlace | SandboxPlace | {readonly kind: 'remote'; readonly place: RemotePlace};

/** A source whose text is at hand: nothing has to be fetched any more. */
export type LocalSource = KubeconfigSource & {readonly from: LocalPlace};

/** A kubeconfig on this machine: text, files, or the account of the pod. */
export type LocalPlace =
  /**
   * `fetched`: where it came from, when that is not the user's own machine: it may do only what is trusted. `reference`: what
   * named it, when it is.
   */
  | {readonly kind: 'content'; readonly content: Secret; readonly fetched?: string; readonly reference?: string}
  /** Absolute paths; more than one are merged as kubectl does. `skipped` were listed but are missing. */
  | {readonly kind: 'files'; readonly paths: readonly string[]; readonly skipped: readonly string[]}
  | {readonly kind: 'in-cluster'};

/** A cluster that is opened when it is first used. It has no kubeconfig before. */
export type SandboxPlace = {readonly kind: 'sandbox'; readonly name: string};
