import type {Json, JsonObject} from '../json.ts';

/** The part of a state that core reads, whatever the type of the resource. */
type CommonState = {
  readonly id: string;
  /** sha256 of what was wanted and sent (keyed where it holds secrets). */
  readonly desiredDigest: string;
  /** Ids that this resource depended on: the order of a later delete. */
  readonly dependsOn: readonly string[];
};

/** A Kubernetes object, as the last release left it. */
export type KubernetesState = CommonState & {
  readonly type: 'Kubernetes';
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid: string;
  /** The server's answer, projected on the field set that Gantry owns. */
  readonly applied: Json;
  /** A Job that completed and that the cluster then deletes by itself: it is not created again when it is missing. */
  readonly done?: true;
};

/** An instance of a Terraform resource, as the last release left it. */
export type TerraformState = CommonState & {
  readonly type: 'Terraform';
  /** `aws_sqs_queue.orders`, with a module and an index where there are any. */
  readonly address: string;
  /** Source address of the provider: `registry.terraform.io/hashicorp/aws`. */
  readonly provider: string;
  /** Version of the provider's schema for `attributes`. */
  readonly schemaVersion: number;
  /** As the provider returned them. */
  readonly attributes: JsonObject;
};

/**
 * What the last release left of one resource: a union by the type of the resource. Core carries the part of each type and never reads
 * it. Secret values are redacted (core/secret/hole.ts).
 */
export type ResourceState = KubernetesState | TerraformState;

export const isKubernetesState = (state: ResourceState): state is KubernetesState => state.type === 'Kubernetes';

/** Returns the states of Kubernetes objects; those of other types belong to other runtimes. */
export const kubernetesStates = (states: readonly ResourceState[]): readonly KubernetesState[] =>
  states.filter(isKubernetesState);

/** Returns what references to other stacks read: the values that the release recorded. */
export const recordedValues = (state: ResourceState): Json =>
  isKubernetesState(state) ? state.applied : state.attributes;
