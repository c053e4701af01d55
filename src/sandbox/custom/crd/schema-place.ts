/** The position of a part in a schema, as far as it determines what is allowed there. */
export type SchemaPlace = {
  readonly path: string;
  readonly isRoot?: boolean;
  /** Inside metadata: embedded objects are not allowed, and neither are defaults at its root. */
  readonly inMeta?: boolean;
  /** The reason why a default is not allowed here. */
  readonly noDefaults?: string;
  /** The part of the schema whose items cannot be matched with their old versions. Transition rules are not allowed below it. */
  readonly loose?: string;
  /** True where the schema declares types: only there are CEL rules allowed. */
  readonly withRules: boolean;
};
