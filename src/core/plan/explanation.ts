import type {Json} from '../json.ts';
import type {Owner} from './owner.ts';
import type {FieldChange} from './plan.ts';

/** What one manager holds of a live object. */
export type Holding = Owner & {/** Fields without others below them. */ readonly fields: number};

/** Who gives a field its value. */
export type ValueSource =
  /** The user's files. */
  | 'files'
  /** The user's files, from another resource. */
  | 'reference'
  /** The user's files, from a secret store. */
  | 'secret'
  /** The namespace of the stack, filled in. */
  | 'stack'
  /** Gantry's own marks. */
  | 'gantry'
  /** It was in the files at the last release, and is no longer. */
  | 'release'
  | 'default'
  | 'server'
  | 'webhook'
  /** Another manager: see the owners. */
  | 'manager';

/** All that is known of one field. Values of secrets are `***`. */
export type FieldExplanation = {
  readonly path: string;
  readonly source: ValueSource;
  /** Where it is written. */
  readonly at?: FieldChange['at'];
  /** As it is written, and as it is sent: with the values of references. */
  readonly written?: Json;
  readonly sent?: Json;
  readonly live?: Json;
  /** What the last release left. */
  readonly released?: Json;
  /** What will be there after an apply; absent: nothing, or nobody knows yet. */
  readonly after?: Json | undefined;
  /** What is sent is not what is answered: an admission webhook writes another value in its place. */
  readonly rewritten?: true;
  readonly owners: readonly Owner[];
};

/** The owners of an object's fields, and the explanation of one field; `nearest` lists similar paths where the object has no such field. */
export type ObjectExplanation = {
  readonly owners: readonly Holding[];
  /** Of the path that was asked for. */
  readonly field?: FieldExplanation | {readonly nearest: readonly string[]};
};
