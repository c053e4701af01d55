/** A place in a user's file. Lines and columns count from 1, as editors show them; `endColumn` is exclusive. */
export type Position = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** The whole text of that line, so that a view can print it with a squiggle without reading the file again. */
  readonly text: string;
};

/** Something wrong (or worth knowing) in what the user wrote. Diagnostics are collected and shown together. */
export type Diagnostic = {
  readonly severity: 'error' | 'warning' | 'note';
  /** A stable name for machines, `<area>/<what>`, for example `yaml/duplicate-key`. */
  readonly code: string;
  readonly message: string;
  readonly at?: Position;
  /** The id of the resource that it is about. */
  readonly resource?: string;
  /** The field of that resource, for example `spec.replicas`. */
  readonly path?: string;
  /** What to do about it, one sentence. */
  readonly hint?: string;
};

/** Tells errors, which stop a run, from warnings. */
export const isError = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'error';
