import type {KubernetesState} from '../release/kubernetes-state.ts';
import type {Hook} from './hook.ts';

/**
 * The outcome of the last run of a hook. `pending`: it was to run, and did not begin or did not end. `done`: it succeeded, or nothing was
 * to do at its last change.
 */
export type HookOutcome = 'done' | 'failed' | 'pending';

/** The record of a hook in a release: what ran, and what is needed to run it again without the files. */
export type HookRecord = Omit<Hook, 'inputs'> & {
  /** The keyed digest of the chart, its values and the object. */
  readonly digest: string;
  readonly outcome: HookOutcome;
  /** Its object, if the delete policy left it in the cluster. It is deleted with the source. */
  readonly left?: KubernetesState;
};

/** The record of a source with hooks, or with objects that hooks may come before. */
export type HookSource = {
  /** The name of the Helm release. */
  readonly source: string;
  /** True if a run has applied all objects and hooks of the source: the next change is an upgrade. */
  readonly isInstalled: boolean;
  /** The ids of its objects. */
  readonly objects: readonly string[];
  /** The ids of the CRDs in `crds/`, which stay in the cluster when the source is removed. */
  readonly crds?: readonly string[];
  readonly hooks: readonly HookRecord[];
};
