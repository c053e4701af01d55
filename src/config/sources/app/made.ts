import type {JsonObject} from '../../../core/json.ts';
import type {Located} from '../../../core/variation/located.ts';
import type {SourcedValue} from './mark-generated.ts';

/** An object that a module made, and the configuration of that module. */
export type Made = {
  readonly object: JsonObject;
  readonly application: string;
  /** The name for the objects of the module. */
  readonly name: string;
  readonly config: Located;
  /** The generated values in the object. */
  readonly values: readonly SourcedValue[];
  /** True if the module makes the workload. */
  readonly isWorkload: boolean;
};
