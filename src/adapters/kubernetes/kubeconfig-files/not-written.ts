import {GantryError} from '../../../core/failure/failure.ts';

/** The error of a kubeconfig file that could not be changed. */
export const notWritten = (file: string, problem: string): GantryError =>
  new GantryError({code: 'kubeconfig/not-written', file, problem});
