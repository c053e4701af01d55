import type {JsonObject} from '../../core/json.ts';

/** A read-only view of the store, for rules and controllers. Objects are never changed in place. */
export type ClusterView = {
  /** Returns one object. `resource` is a `resourceKey`: `pods`, `deployments.apps`. `namespace` is empty for cluster-scoped kinds. */
  readonly get: (resource: string, namespace: string, name: string) => JsonObject | undefined;
  /** Returns objects in the order of namespace and name; without a namespace, those of all. */
  readonly list: (resource: string, namespace?: string) => readonly JsonObject[];
};
