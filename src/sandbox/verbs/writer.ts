import type {JsonObject} from '../../core/json.ts';

/** The write functions of the controllers. The same rules apply as to HTTP requests. Refusals are thrown. */
export type Writer = {
  readonly create: (object: JsonObject, options: {readonly manager: string}) => JsonObject;
  /** Replaces an object. Its resourceVersion, if it has one, must be the stored one. `subresource` is empty or 'status'. */
  readonly update: (
    object: JsonObject,
    options: {readonly manager: string; readonly subresource?: string},
  ) => JsonObject;
  /** Deletes an object with a precondition on its uid. A missing object is not an error. */
  readonly delete: (target: DeleteTarget) => void;
  /** Removes an object from the store at once, regardless of its finalizers. */
  readonly remove: (target: Omit<DeleteTarget, 'propagation'>) => void;
};

/** The target of a controller's deletion. The uid protects a new object with the same name. */
export type DeleteTarget = {
  /** Like `pods` or `deployments.apps`. */
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly propagation?: 'Background' | 'Orphan' | 'Foreground';
};
