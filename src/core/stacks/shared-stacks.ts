import type {StackName} from './stack-name.ts';

/** The project whose stacks hold the shared resources of each workspace. */
export const SHARED_PROJECT = 'shared';

/** The stack in a reference that names only the shared resource: `${ref:shared:ID#path}`. */
export const ANY_SHARED = `${SHARED_PROJECT}/*`;

/** The place of a resource that Gantry only reads, where shared resources otherwise have their stack. */
export const EXTERNAL = 'external';

/** Reports whether a stack, as PROJECT/STACK, is a shared one. */
export const isSharedStack = (stack: string): boolean => stack.startsWith(`${SHARED_PROJECT}/`);

/** Reports whether the resources of a stack are shared. */
export const isSharedProject = ({project}: Pick<StackName, 'project'>): boolean => project === SHARED_PROJECT;
