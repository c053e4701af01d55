import type {Json, JsonPath} from '../json.ts';
import type {Owner} from './owner.ts';
import type {FieldChange} from './plan.ts';

/** The fields of a live object that a manager owns. */
export type Holding = Owner & {/** Fields without others below them. */ readonly fields: number};

/** The source of a field's value. */
export type ValueSource =
  /** The user's files. */
  | 'files'
  /** The user's files, from another resource. */
  | 'reference'
  /** The user's files, from a secret store. */
  | 'secret'
  /** The default namespace of the stack. */
  | 'stack'
  /** Gantry's ownership labels and annotations. */
  | 'gantry'
  /** The last release: the field was in its files and has been removed since. */
  | 'release'
  | 'default'
  | 'server'
  | 'webhook'
  /** Another manager: see the owners. */
  | 'manager';

/** The explanation of a field. Secret values are `***`. */
export type FieldExplanation = {
  readonly path: string;
  readonly source: ValueSource;
  /** The position in the files. */
  readonly at?: FieldChange['at'];
  /** The value in the files, and the value that is sent, with references expanded. */
  readonly written?: Json;
  readonly sent?: Json;
  readonly live?: Json;
  /** The value of the last release. */
  readonly released?: Json;
  /** The value after an apply. Absent: none, or not known yet. */
  readonly after?: Json | undefined;
  /** True if an admission webhook replaces the value that is sent. */
  readonly rewritten?: true;
  readonly owners: readonly Owner[];
};

/** The owners of an object's fields, and the explanation of one field; `nearest` lists similar paths where the object has no such field. */
export type ObjectExplanation = {
  readonly owners: readonly Holding[];
  /** The explanation of the requested path. */
  readonly field?: FieldExplanation | {readonly nearest: readonly string[]};
  /** The path of the field in the files. Absent: they do not have it. */
  readonly written?: JsonPath;
};
