/** A file that a workspace names. */
export type NamedFile = {
  /** True if the file and its real path are in the project. Then the author of the workspace could have written the file too. */
  readonly isInProject: boolean;
  /** The digest of the content of a file in the project, so that an allowed file cannot be replaced by another one. */
  readonly digest?: string;
};

/** Returns a file that a workspace names, with the digest that becomes part of the user's consent. */
export type FileOf = (path: string) => NamedFile;
