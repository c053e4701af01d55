import type {Secret} from '../secret/secret.ts';
import type {ChildEnvironment} from './child-environment.ts';
import type {ClusterPin} from './cluster-pin.ts';
import type {OidcIdentity} from './oidc-identity.ts';
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
export type KubeconfigPlace = LocalPlace | SandboxPlace | RemotePlace;

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

/** What has to be fetched before it is read. */
export type RemotePlace =
  | {
      readonly kind: 'url';
      /** https only; without user and password. */
      readonly url: string;
      readonly caFile?: string | undefined;
      readonly authorization?:
        | {readonly scheme: 'bearer'; readonly token: Secret}
        | {readonly scheme: 'basic'; readonly username: string; readonly password: Secret};
    }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly key: string;
      readonly versionId?: string;
      readonly region?: string;
      readonly endpoint?: string | undefined;
      readonly pathStyle?: boolean;
      readonly caFile?: string | undefined;
      /** With the workspace's own AWS keys. */
      readonly environment: ChildEnvironment;
    }
  /** A Secret of the cluster to which another workspace leads. Without a key: `value`, else `value.yaml`. */
  | {
      readonly kind: 'secret';
      readonly name: string;
      readonly namespace: string;
      readonly key?: string;
      readonly through: KubeconfigSource;
    };
