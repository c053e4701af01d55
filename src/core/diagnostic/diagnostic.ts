/** A place in a user's file. Lines and columns count from 1, as editors show them; `endColumn` is exclusive. */
export type Position = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** The whole text of that line, so that a view can print it with a squiggle without reading the file again. */
  readonly text: string;
};

/** A problem or a remark about the user's files or flags. Diagnostics are collected and shown together. */
export type Diagnostic = {
  readonly severity: 'error' | 'warning' | 'note';
  /** A stable name for programs in the form `<area>/<problem>`, for example `yaml/duplicate-key`. */
  readonly code: string;
  readonly message: string;
  readonly at?: Position;
  /** The id of the resource that it is about. */
  readonly resource?: string;
  /** The field of that resource, for example `spec.replicas`. */
  readonly path?: string;
  /** The next step for the user, as an imperative sentence. */
  readonly hint?: string;
};

/** Tells errors, which stop a run, from warnings. */
export const isError = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'error';
