/** The workspaces of a run, as flags select them: values of `-w` (names, files and globs), or a label selector (`-l`). */
export type WantedWorkspaces = {readonly names: readonly string[]} | {readonly labels: string};
