/** Where in a schema something stands, as far as it decides what may stand there. */
export type SchemaPlace = {
  readonly path: string;
  readonly isRoot?: boolean;
  /** Inside of metadata no objects of other kinds, and at the root no defaults. */
  readonly inMeta?: boolean;
  /** Why no default may stand here. */
  readonly noDefaults?: string;
  /** The part of the schema whose items cannot be found again after a change: rules on changes make no sense below it. */
  readonly loose?: string;
  /** Rules in CEL stand only where the schema declares types. */
  readonly withRules: boolean;
};
