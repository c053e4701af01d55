import type {Secret} from '../../../core/secret/secret.ts';

/** A bucket that can be opened. */
export type S3Config = Bucket & {
  /** Absent: the SDK's own chain of sources. */
  readonly credentials?: Keys<Secret> | undefined;
  /** `--insecure`: an endpoint without TLS is accepted. */
  readonly insecure: boolean;
};

/** Server-side encryption of a bucket's objects. */
export type BucketEncryption =
  | {readonly algorithm: 'AES256'}
  /** Without a key id: the account's own key. */
  | {readonly algorithm: 'aws:kms'; readonly keyId?: string | undefined};

/** A bucket as people name it. It does not include `insecure`: only the person who runs a command may turn TLS off. */
export type Bucket = {
  readonly kind: 's3';
  readonly bucket: string;
  /** Comes before each key; without slashes at its ends. */
  readonly prefix?: string | undefined;
  /** Default: as the SDK finds it (`AWS_REGION`, the profile). */
  readonly region?: string | undefined;
  /** `https://host[:port]` of another server than Amazon's. */
  readonly endpoint?: string | undefined;
  /** `https://host/bucket/key` in place of `https://bucket.host/key`; default: with an endpoint of one's own. */
  readonly pathStyle?: boolean | undefined;
  /** A profile of the shared AWS files. */
  readonly profile?: string | undefined;
  /** A file of PEM certificates to trust besides the system's. */
  readonly caFile?: string | undefined;
  readonly encryption?: BucketEncryption | undefined;
};

/** Keys of AWS as the environment (texts) or a workspace (secrets) gives them; temporary ones come with a session token. */
export type Keys<Value> = {
  readonly accessKeyId: Value;
  readonly secretAccessKey: Value;
  readonly sessionToken?: Value | undefined;
};
