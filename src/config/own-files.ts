/** The file that makes a directory a project. */
export const PROJECT_FILE = 'project.yaml';
/** The file that makes a directory a stack. */
export const STACK_FILE = 'stack.yaml';
/** The file beside stack.yaml with the versions and digests of charts. */
export const LOCK_FILE = 'charts.lock.yaml';
