/** The record of the generated values of a source. It contains keyed digests and no value. */
export type GeneratedRecord = {
  /** The digest of everything that the last render depended on. */
  readonly render: string;
  /** The digest of the chart and the values that the generated values were made with. */
  readonly madeFrom: string;
  /** The fingerprints of the leaves of each rendered object, by its id. */
  readonly fingerprints: Readonly<Record<string, string>>;
  /** The digest of each generated value, by its reference. */
  readonly values: Readonly<Record<string, string>>;
  /** The digest of the text around each partly generated value, by its reference. */
  readonly stable: Readonly<Record<string, string>>;
};
