/** Something of another tool that has no place in Gantry. */
export type NotTaken = {
  /** By its name: `module mysql`, `aws:…:db`. */
  readonly what: string;
  /** The file or the release in which it stands. */
  readonly where: string;
  readonly because: string;
};
