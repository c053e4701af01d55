import type {KubernetesState} from '../core/release/kubernetes-state.ts';
import type {Secret} from '../core/secret/secret.ts';

/** A request to list the objects of a stack. */
export type InventoryRequest = {
  /** `project/stack/workspace`, as the objects name it. */
  readonly stackName: string;
  /** The namespaces to search for kinds that the user cannot list in the whole cluster. */
  readonly namespaces: readonly string[];
  readonly signal: AbortSignal;
};

/** A live object with the ownership label of a stack and with its own id. */
export type OwnedObject = {
  readonly lineage: string;
  readonly id: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** The creation time by the clock of the cluster. */
  readonly created?: string | undefined;
  /**
   * Returns the state for a release, from the fields that Gantry last wrote. It is unknown here which texts are secrets, so all
   * texts are stored as digests.
   */
  readonly state: (digestKey: Secret) => KubernetesState;
};

/** The objects of the cluster with ownership labels of Gantry. */
export type Inventory = {
  /** Sorted by id. */
  readonly objects: readonly OwnedObject[];
  /** Kinds that the user is denied to list, as text: `secrets in namespace shop`. */
  readonly unread: readonly string[];
  /** APIs that did not list their objects, as text: `the API metrics.k8s.io/v1beta1 is unavailable (HTTP 503: …)`. */
  readonly unavailable: readonly string[];
};
