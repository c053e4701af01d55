import type {JsonObject} from '../../core/json.ts';

/** How controllers write: through the same rules as everybody else, without a socket between. Refusals are thrown. */
export type Writer = {
  readonly create: (object: JsonObject, options: {readonly manager: string}) => JsonObject;
  /** A PUT: the resourceVersion of the object, if it has one, must be that of the store. `subresource`: '' or 'status'. */
  readonly update: (
    object: JsonObject,
    options: {readonly manager: string; readonly subresource?: string},
  ) => JsonObject;
  /** A DELETE with a precondition on the uid; one that is gone already is no error. */
  readonly delete: (target: DeleteTarget) => void;
  /** Out of the store at once, whatever finalizers it has. */
  readonly remove: (target: Omit<DeleteTarget, 'propagation'>) => void;
};

/** What a controller deletes. The uid protects a new object with the same name. */
export type DeleteTarget = {
  /** `pods`, `deployments.apps`. */
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly propagation?: 'Background' | 'Orphan' | 'Foreground';
};
