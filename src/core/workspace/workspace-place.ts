/** The place of a workspace: a file, the backend, or Gantry itself, which has a built-in one. */
export type WorkspacePlace = 'file' | 'backend' | 'built-in';
