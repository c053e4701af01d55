/** A key of AWS KMS that encrypts the data key of a backend. */
export type AwsKmsConfig = {
  readonly kind: 'awsKms';
  /** An ARN, an id, or `alias/NAME`. */
  readonly key: string;
  readonly region?: string | undefined;
  readonly profile?: string | undefined;
  readonly endpoint?: string | undefined;
  /** The encryption context beside Gantry's own entry. */
  readonly context?: Readonly<Record<string, string>> | undefined;
};
