import type {KubernetesState} from '../core/release/kubernetes-state.ts';
import type {Secret} from '../core/secret/secret.ts';

/** What to look for. */
export type InventoryRequest = {
  /** `project/stack/workspace`, as objects carry it. */
  readonly stackName: string;
  /** Where to look for what may not be listed in the whole cluster. */
  readonly namespaces: readonly string[];
  readonly signal: AbortSignal;
};

/** A live object that carries the marks of a stack, each with its own id. */
export type MarkedObject = {
  readonly lineage: string;
  readonly id: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** When it was made, by the cluster's clock. */
  readonly created?: string | undefined;
  /** As a release keeps it, by what our last write of it set. Nobody knows here which texts are secrets: all are kept as digests. */
  readonly state: (sealKey: Secret) => KubernetesState;
};

/** The objects of the cluster with ownership labels of Gantry. */
export type Inventory = {
  /** By id. */
  readonly objects: readonly MarkedObject[];
  /** What may not be listed, for people: `secrets in namespace shop`. */
  readonly unread: readonly string[];
  /** APIs that could not be asked for their objects, for people: `the API metrics.k8s.io/v1beta1 is unavailable (HTTP 503: …)`. */
  readonly unavailable: readonly string[];
};
