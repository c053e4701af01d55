import type {Finding} from './finding.ts';

/** A finding about one object that depends on the other objects of the stack. */
export type StackFinding = {readonly id: string; readonly finding: Finding};
