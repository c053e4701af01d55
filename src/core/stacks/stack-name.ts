/** The names of a stack and its project. */
export type StackName = {readonly project: string; readonly stack: string};

/** Returns the name of a stack as PROJECT/STACK: `shop/web`. */
export const stackText = ({project, stack}: StackName): string => `${project}/${stack}`;

/** Returns the full name of a stack. A name without a project is of the same project. */
export const wholeName = (written: string, {project}: Pick<StackName, 'project'>): string =>
  written.includes('/') ? written : `${project}/${written}`;
