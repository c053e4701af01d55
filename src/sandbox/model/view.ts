import type {JsonObject} from '../../core/json.ts';

/** What the store holds, to read: rules and controllers decide by it. Objects are never changed in place. */
export type ClusterView = {
  /** `resource` as `resourceKey` spells it: `pods`, `deployments.apps`. `namespace` '' for cluster-wide kinds. */
  readonly get: (resource: string, namespace: string, name: string) => JsonObject | undefined;
  /** In the order of namespace and name. Without a namespace, of all. */
  readonly list: (resource: string, namespace?: string) => readonly JsonObject[];
};
