import type {JsonObject} from '../../../core/json.ts';
import type {Located} from '../../../core/variation/located.ts';

/** An object that a module made, and the configuration of that module. */
export type Made = {
  readonly object: JsonObject;
  readonly application: string;
  /** The name for the objects of the module. */
  readonly name: string;
  readonly config: Located;
  /** True if the module makes the workload. */
  readonly isWorkload: boolean;
};
