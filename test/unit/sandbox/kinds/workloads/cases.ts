import type {BASES, Changes} from './bases.ts';

export type Case = {
  readonly name: string;
  readonly of: keyof typeof BASES;
  /** What is sent: the base with these changes. */
  readonly set?: Changes;
  /** It is an update: of the base with these changes. */
  readonly from?: Changes;
};
