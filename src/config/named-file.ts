/** A file as a workspace names it. */
export type NamedFile = {
  /** It lies inside the project, also by its real path: who wrote the workspace could have written it here as well. */
  readonly isInProject: boolean;
  /** The digest of its content, where it lies in the project: what was allowed once must not be exchanged. */
  readonly digest?: string;
};

/** Reads a file that a workspace names, so that its contents belong to what the user allows. */
export type FileOf = (path: string) => NamedFile;
