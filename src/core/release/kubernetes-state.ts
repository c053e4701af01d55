import type {Json} from '../json.ts';
import type {CommonState} from './common-state.ts';

/** The state of a Kubernetes object in the last release. */
export type KubernetesState = CommonState & {
  readonly type: 'Kubernetes';
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid: string;
  /** The fields of the server's response that Gantry owns. */
  readonly applied: Json;
  /** True for a completed Job that the cluster deletes by itself. It is not created again. */
  readonly done?: true;
};
