import type {JsonObject} from '../../core/json.ts';
import type {Schema} from '../../kubernetes/fields/schema.ts';
import type {KindRules} from './rules.ts';

/** A group and a plural, which identify a resource. An object is stored once, whatever version a request has. */
export type GroupResource = {readonly group: string; readonly plural: string};

/** Returns the key of everything that is stored per resource: `deployments.apps` or `pods`. */
export const resourceKey = ({group, plural}: GroupResource): string => (group === '' ? plural : `${plural}.${group}`);

/** Events of events.k8s.io are stored as core events. */
const KEPT_AS: Readonly<Record<string, string>> = {'events.events.k8s.io': 'events'};

/** Returns the key under which the objects of a resource are stored. */
export const storeKey = (resource: GroupResource): string => KEPT_AS[resourceKey(resource)] ?? resourceKey(resource);

/** One kind in one version, as in discovery and in requests. */
export type Resource = GroupResource & {
  readonly version: string;
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  /** Subresources by name: `status`, `scale`, `log`, `eviction`, … */
  readonly subresources: Readonly<Record<string, Subresource>>;
  /** Returns the type of this version for merging; parsed from its OpenAPI document on first use. */
  readonly schema: () => Schema;
  /** Returns the OpenAPI v3 components of this kind by name, for decoding like Go. */
  readonly components: () => JsonObject;
  /** The name of the kind's own component, like `io.k8s.api.apps.v1.Deployment`. */
  readonly component: string;
  readonly rules: KindRules;
  /** The definition of a custom resource: its version in the CRD (an item of spec.versions), the name of the CRD, and the storage version. */
  readonly custom?: {readonly definition: string; readonly version: JsonObject; readonly storage: string};
};

/** A subresource as discovery lists it. */
export type Subresource = {
  readonly kind: string;
  readonly verbs: readonly string[];
  /** Set if its kind is in another group than the resource: autoscaling/v1 Scale. */
  readonly group?: string;
  readonly version?: string;
};

/** Returns `GROUP/VERSION`; the version alone for the core group. */
export const apiVersionOf = ({group, version}: {readonly group: string; readonly version: string}): string =>
  group === '' ? version : `${group}/${version}`;
