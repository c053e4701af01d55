/** A part of another tool's files that cannot be taken over. */
export type NotTaken = {
  /** The name of the part: `module mysql`, `aws:…:db`. */
  readonly what: string;
  /** The file or the release that contains it. */
  readonly where: string;
  readonly because: string;
};
