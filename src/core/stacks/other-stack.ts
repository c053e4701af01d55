import type {JsonObject, JsonPath} from '../json.ts';
import type {ResourceValues} from '../reference/values.ts';
import type {ResourceState} from '../release/resource-state.ts';
import type {ExternalTerraform} from '../shared/external-resource.ts';

/** A resource of another stack whose values this stack uses. */
export type OtherResource = {
  /** `PROJECT/STACK`. */
  readonly stack: string;
  /** Its id, if the reference claims it by its type and class. */
  readonly id?: string;
  /** The revision of that release. */
  readonly revision?: number | undefined;
  /** The state in the last successful release of that stack. Absent if there is none. */
  readonly state?: ResourceState | undefined;
  /** The release history of that stack. */
  readonly lineage?: string | undefined;
  /** The registration, if it is an external Terraform resource. */
  readonly external?: ExternalTerraform | undefined;
  /** Its values with those that the release hides. Absent: the recorded ones are enough. */
  readonly values?: ResourceValues | undefined;
  /** The projects that may use it, as names and globs. Absent: all. */
  readonly usableBy?: readonly string[] | undefined;
  /** Reports whether the value at a path is known only after the same run has applied that stack. */
  readonly awaits: (path: JsonPath) => boolean;
};

/** An object that another stack creates before this stack is applied. The server may not know it yet. */
export type PendingObject = {
  /** `PROJECT/STACK`. */
  readonly stack: string;
  readonly id: string;
  readonly attributes: JsonObject;
};
