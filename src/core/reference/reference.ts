import type {JsonPath} from '../json.ts';

/** A value that is taken from another resource. */
export type Reference = {
  /** Of the resource that it names. */
  readonly id: string;
  /** The field of that resource. */
  readonly path: JsonPath;
  /** Where it is written. */
  readonly at: JsonPath;
  /** As it is written. */
  readonly text: string;
};

/** Something wrong with a reference. */
export type ReferenceProblem = {
  readonly code:
    | 'reference/unknown-id'
    | 'reference/syntax'
    /** The named resource has no such field, or not yet. */
    | 'reference/missing-field'
    /** A list or object inside a longer string. */
    | 'reference/not-a-scalar'
    /** It would copy a value of a Secret to where values are shown. */
    | 'reference/secret-value'
    /** A secret would be a name, which is shown and recorded. */
    | 'reference/secret-name'
    /** A `ref://…` that cannot be read. */
    | 'reference/secret-syntax';
  readonly at: JsonPath;
  readonly message: string;
  readonly hint?: string | undefined;
};
