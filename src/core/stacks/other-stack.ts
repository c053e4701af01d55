import type {JsonObject, JsonPath} from '../json.ts';
import type {ResourceState} from '../release/resource-state.ts';

/** A resource of another stack, whose values this one takes. */
export type OtherResource = {
  /** `PROJECT/STACK`. */
  readonly stack: string;
  /** As the last release of that stack that succeeded left it; absent where the stack has none yet. */
  readonly state?: ResourceState | undefined;
  /** Whether the value at this path is known only when that stack has been applied, earlier in this run. */
  readonly awaits: (path: JsonPath) => boolean;
};

/** An object that another stack brings before this one is applied: what the server says about it may be missing yet. */
export type ComingObject = {
  /** `PROJECT/STACK`. */
  readonly stack: string;
  readonly id: string;
  readonly attributes: JsonObject;
};
