/** The names of a release history. Its identity is the lineage; the index maps the names to it. */
export type HistoryNames = {readonly project: string; readonly stack: string; readonly workspace: string};

/** Returns `project/stack/workspace`, for messages. */
export const historyText = ({project, stack, workspace}: HistoryNames): string => `${project}/${stack}/${workspace}`;
