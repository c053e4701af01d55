import type {Secret} from '../../../core/secret/secret.ts';

/** A bucket that can be opened. */
export type GcsConfig = Bucket & {
  /** The credentials. Absent: Google's application default credentials. */
  readonly credentials?: Keys<Secret> | undefined;
  /** `--insecure`: allows an endpoint without TLS. */
  readonly insecure: boolean;
};

/** A bucket of Google Cloud Storage as users write it. */
export type Bucket = {
  readonly kind: 'gcs';
  readonly bucket: string;
  /** The prefix of each key, without slashes at its ends. */
  readonly prefix?: string | undefined;
  /** `https://host[:port]` of a server other than Google's. */
  readonly endpoint?: string | undefined;
  /** A file of PEM certificates to trust in addition to those of the system. */
  readonly caFile?: string | undefined;
};

/** The credentials of the backend. `key`: the JSON key of a service account. */
export type Keys<Value> = {readonly key: Value};
