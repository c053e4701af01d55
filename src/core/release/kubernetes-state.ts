import type {Json} from '../json.ts';
import type {CommonState} from './common-state.ts';

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
