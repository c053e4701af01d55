/** What a stack and its project are called. */
export type StackName = {readonly project: string; readonly stack: string};

/** `shop/web`: how one stack names another. */
export const stackText = ({project, stack}: StackName): string => `${project}/${stack}`;

/** The whole name of what is written: a lone STACK is one of the same project. */
export const wholeName = (written: string, {project}: Pick<StackName, 'project'>): string =>
  written.includes('/') ? written : `${project}/${written}`;
