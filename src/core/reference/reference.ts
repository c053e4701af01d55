import type {JsonPath} from '../json.ts';

/** A value that is taken from another resource. */
export type Reference = {
  /** The id of the resource that it names. */
  readonly id: string;
  /** The field of that resource. */
  readonly path: JsonPath;
  /** The path of the reference itself. */
  readonly at: JsonPath;
  /** The text of the reference. */
  readonly text: string;
  /** True if only a digest of the value is used. */
  readonly isDigested?: boolean;
};

/** A problem of a reference. */
export type ReferenceProblem = {
  readonly code:
    | 'reference/unknown-id'
    | 'reference/syntax'
    /** The named resource has no such field, or not yet. */
    | 'reference/missing-field'
    /** A list or object inside a longer string. */
    | 'reference/not-a-scalar'
    /** The reference would copy a value of a Secret to a field whose value is shown. */
    | 'reference/secret-value'
    /** A secret would become a part of a name, which is shown and recorded. */
    | 'reference/secret-name'
    /** A `ref://…` with a syntax error. */
    | 'reference/secret-syntax';
  readonly at: JsonPath;
  readonly message: string;
  readonly hint?: string | undefined;
};
