import {GantryError} from '../../../core/failure/failure.ts';
import type {KubeconfigSource} from '../../../core/workspace/kubeconfig-source.ts';

/** Makes the one error of this room: what is wrong, with the workspace and field that led here. */
export type Problem = (problem: string) => GantryError;

/** Returns a function that words each problem of this kubeconfig as an error of the workspace's field. */
export const problemOf =
  ({workspace, field}: Pick<KubeconfigSource, 'workspace' | 'field'>): Problem =>
  (problem) =>
    new GantryError({code: 'context/kubeconfig', workspace, field, problem});
