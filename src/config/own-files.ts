/** The files that make a directory a project, and a stack. */
export const PROJECT_FILE = 'project.yaml';
/** The file that makes a directory a stack. */
export const STACK_FILE = 'stack.yaml';
