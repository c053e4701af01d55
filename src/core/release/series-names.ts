/** The names of a release history. Its identity is the lineage; the index maps the names to it. */
export type SeriesNames = {readonly project: string; readonly stack: string; readonly workspace: string};

/** Returns `project/stack/workspace`, for messages. */
export const seriesText = ({project, stack, workspace}: SeriesNames): string => `${project}/${stack}/${workspace}`;
