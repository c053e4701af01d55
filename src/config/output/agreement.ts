import type {Json} from '../../core/json.ts';

/** A value as a reader has it: nothing in it can be changed. */
export type DeepReadonly<T> = [Json] extends [T]
  ? T
  : T extends (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? {readonly [K in keyof T]: DeepReadonly<T[K]>}
      : T;

/** Compiles only while a type and what its schema gives say the same, both ways: `Agreement<Plan, Out, Plan>`. */
export type Agreement<A extends B, B extends C, C> = [A, B, C];
