import {GantryError} from '../../../core/failure/failure.ts';
import type {KubeconfigSource} from '../../../core/workspace/kubeconfig-source.ts';

/** Returns an error for a problem of the kubeconfig, with the workspace and the field that name it. */
export type Problem = (problem: string) => GantryError;

/** Returns a function that converts each problem of this kubeconfig to an error at the workspace's field. */
export const problemOf =
  ({workspace, field}: Pick<KubeconfigSource, 'workspace' | 'field'>): Problem =>
  (problem) =>
    new GantryError({code: 'context/kubeconfig', workspace, field, problem});
