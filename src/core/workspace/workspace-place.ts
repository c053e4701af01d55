/** Where a workspace is kept: in a file, in the backend, or in Gantry itself, which has one that needs neither. */
export type WorkspacePlace = 'file' | 'backend' | 'built-in';
