import type {Secret} from '../../../core/secret/secret.ts';

/** A bucket that can be opened. */
export type S3Config = Bucket & {
  /** The credentials. Absent: the SDK's own chain of sources. */
  readonly credentials?: Keys<Secret> | undefined;
  /** `--insecure`: allows an endpoint without TLS. */
  readonly insecure: boolean;
};

/** Server-side encryption of a bucket's objects. */
export type BucketEncryption =
  | {readonly algorithm: 'AES256'}
  /** Encryption with KMS. Without a key id: the key of the account. */
  | {readonly algorithm: 'aws:kms'; readonly keyId?: string | undefined};

/** A bucket as users write it. It does not include `insecure`, because only the user who runs a command may disable TLS. */
export type Bucket = {
  readonly kind: 's3';
  readonly bucket: string;
  /** The prefix of each key, without slashes at its ends. */
  readonly prefix?: string | undefined;
  /** The region. Default: as the SDK finds it (`AWS_REGION`, the profile). */
  readonly region?: string | undefined;
  /** `https://host[:port]` of a server other than Amazon's. */
  readonly endpoint?: string | undefined;
  /** True for `https://host/bucket/key` instead of `https://bucket.host/key`. Default: true with an own endpoint. */
  readonly pathStyle?: boolean | undefined;
  /** A profile of the shared AWS files. */
  readonly profile?: string | undefined;
  /** A file of PEM certificates to trust in addition to those of the system. */
  readonly caFile?: string | undefined;
  readonly encryption?: BucketEncryption | undefined;
};

/** Keys of AWS from the environment (texts) or from a workspace (secrets). Temporary keys have a session token. */
export type Keys<Value> = {
  readonly accessKeyId: Value;
  readonly secretAccessKey: Value;
  readonly sessionToken?: Value | undefined;
};
