/** The files that make a directory a project, and a stack. */
export const PROJECT_FILE = 'project.yaml';
export const STACK_FILE = 'stack.yaml';
