import type {JsonObject} from '../../core/json.ts';

/** The desired objects of a program, in place of the files of a stack. */
export type StackInMemory = {
  readonly objects: readonly JsonObject[];
  /** The namespace of objects that have none. */
  readonly namespace?: string;
};
