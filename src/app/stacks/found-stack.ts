import type {SelectedStack} from './selection.ts';

/** A stack that was found, without its place in the order. */
export type FoundStack = Omit<SelectedStack, 'after' | 'behind' | 'workspace'>;
