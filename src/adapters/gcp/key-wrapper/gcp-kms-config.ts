/** A key of Cloud KMS that encrypts the data key of a backend. */
export type GcpKmsConfig = {
  readonly kind: 'gcpKms';
  /** The name of the key: `projects/P/locations/L/keyRings/R/cryptoKeys/K`. */
  readonly key: string;
  readonly endpoint?: string | undefined;
};
