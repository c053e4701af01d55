/** What a person calls a series of releases. The lineage is its identity; the index leads from these names to it. */
export type SeriesNames = {readonly project: string; readonly stack: string; readonly workspace: string};

/** Returns `project/stack/workspace`, for messages. */
export const seriesText = ({project, stack, workspace}: SeriesNames): string => `${project}/${stack}/${workspace}`;
