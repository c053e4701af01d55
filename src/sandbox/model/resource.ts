import type {JsonObject} from '../../core/json.ts';
import type {Schema} from '../../kubernetes/fields/schema.ts';
import type {KindRules} from './rules.ts';

/** What can be addressed: a group and a plural. One object is stored once, in whatever version it is asked for. */
export type GroupResource = {readonly group: string; readonly plural: string};

/** `deployments.apps`, `pods`: the key of everything that is kept per resource. */
export const resourceKey = ({group, plural}: GroupResource): string => (group === '' ? plural : `${plural}.${group}`);

/** Core events are those of events.k8s.io: both are kept as the former. */
const KEPT_AS: Readonly<Record<string, string>> = {'events.events.k8s.io': 'events'};

/** Under which key the objects of a resource are stored. */
export const storeKey = (resource: GroupResource): string => KEPT_AS[resourceKey(resource)] ?? resourceKey(resource);

/** One kind in one version, as discovery tells of it and requests ask for it. */
export type Resource = GroupResource & {
  readonly version: string;
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  /** By name: `status`, `scale`, `log`, `eviction`, … */
  readonly subresources: Readonly<Record<string, Subresource>>;
  /** The type of this version for merging; read from its OpenAPI when it is first asked for. */
  readonly schema: () => Schema;
  /** The OpenAPI v3 components (by name) in which this kind is declared: for decoding as Go does it. */
  readonly components: () => JsonObject;
  /** The name of the kind's own component, like `io.k8s.api.apps.v1.Deployment`. */
  readonly component: string;
  readonly rules: KindRules;
  /** Of a custom resource: how its version is declared in its definition (an item of spec.versions) and the definition's name. */
  readonly custom?: {readonly definition: string; readonly version: JsonObject; readonly storage: string};
};

/** A subresource as discovery lists it. */
export type Subresource = {
  readonly kind: string;
  readonly verbs: readonly string[];
  /** Where its kind is of another group than the resource's: autoscaling/v1 Scale. */
  readonly group?: string;
  readonly version?: string;
};

/** Returns `GROUP/VERSION`; the core group has the version alone. */
export const apiVersionOf = ({group, version}: {readonly group: string; readonly version: string}): string =>
  group === '' ? version : `${group}/${version}`;
