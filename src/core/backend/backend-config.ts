import type {Secret} from '../secret/secret.ts';
import type {ClusterPin} from '../workspace/cluster-pin.ts';
import type {KubeconfigSource} from '../workspace/kubeconfig-source.ts';

/** Server-side encryption of a bucket's objects. */
export type BucketEncryption =
  | {readonly algorithm: 'AES256'}
  /** Without a key id: the account's own key. */
  | {readonly algorithm: 'aws:kms'; readonly keyId?: string};

/** A bucket as people name it. `insecure` is no part of it: only who runs a command may give up TLS. */
type Bucket = {
  readonly bucket: string;
  /** Comes before each key; without slashes at its ends. */
  readonly prefix?: string;
  /** Default: as the SDK finds it (`AWS_REGION`, the profile). */
  readonly region?: string;
  /** `https://host[:port]` of another server than Amazon's. */
  readonly endpoint?: string;
  /** `https://host/bucket/key` in place of `https://bucket.host/key`; default: with an endpoint of one's own. */
  readonly pathStyle?: boolean;
  /** A profile of the shared AWS files. */
  readonly profile?: string;
  readonly encryption?: BucketEncryption;
};

type Keys<Value> = {
  readonly accessKeyId: Value;
  readonly secretAccessKey: Value;
  readonly sessionToken?: Value;
};

/** A secret store as the files of users name it. */
type DeclaredStore = {
  readonly provider: {readonly env?: {readonly prefix?: string}; readonly file?: {readonly path: string}};
};

/** A backend as it is written: in a URL, in project.yaml, in the user's own configuration. */
export type DeclaredBackend =
  /** `path`: another directory than `$GANTRY_HOME`. */
  | {readonly kind: 'local'; readonly path?: string}
  | (Bucket & {
      readonly kind: 's3';
      /** A file of PEM certificates to trust besides the system's. */
      readonly caFile?: string;
      /** `ref://…`; without them the SDK's own chain of sources. */
      readonly credentials?: Keys<string>;
      /** Where those are read, as a workspace says it. Default: the environment. */
      readonly secretStore?: DeclaredStore;
    })
  | {
      readonly kind: 'kubernetes';
      readonly namespace: string;
      /** Whose cluster: the name of a workspace of the project, or its file. Default: the workspace of the run. */
      readonly workspace?: string;
    };

/** A backend that can be opened: paths are absolute, references are resolved. */
export type BackendConfig =
  | {readonly kind: 'local'; readonly directory: string}
  | (Bucket & {
      readonly kind: 's3';
      readonly caFile?: string;
      /** Absent: the SDK's own chain of sources. */
      readonly credentials?: Keys<Secret>;
      /** `--insecure`: an endpoint without TLS is accepted. */
      readonly insecure: boolean;
    })
  | {
      readonly kind: 'kubernetes';
      readonly namespace: string;
      readonly kubeconfig: KubeconfigSource;
      /** The pin that this machine last used of that workspace: the one of the backend can be read only when it is open. */
      readonly lastPin?: ClusterPin;
    };
