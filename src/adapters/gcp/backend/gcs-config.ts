import type {Secret} from '../../../core/secret/secret.ts';

/** A bucket that can be opened. */
export type GcsConfig = Bucket & {
  /** Absent: Google's application default credentials. */
  readonly credentials?: Keys<Secret> | undefined;
  /** `--insecure`: an endpoint without TLS is accepted. */
  readonly insecure: boolean;
};

/** A workspace's backend in Google Cloud Storage. */
export type Bucket = {
  readonly kind: 'gcs';
  readonly bucket: string;
  /** Comes before each key; without slashes at its ends. */
  readonly prefix?: string | undefined;
  /** `https://host[:port]` of another server than Google's. */
  readonly endpoint?: string | undefined;
  /** A file of PEM certificates to trust besides the system's. */
  readonly caFile?: string | undefined;
};

/** `key`: the JSON key of a service account. */
export type Keys<Value> = {readonly key: Value};
