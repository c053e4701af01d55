import type {BASES, Changes} from './bases.ts';

export type Case = {
  readonly name: string;
  readonly of: keyof typeof BASES;
  /** The changes of the base in the object that is sent. */
  readonly set?: Changes;
  /** For an update: the changes of the base in the existing object. */
  readonly from?: Changes;
};
