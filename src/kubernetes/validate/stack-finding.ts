import type {Finding} from './finding.ts';

/** A finding about one object, which follows from the objects of its stack together. */
export type StackFinding = {readonly id: string; readonly finding: Finding};
