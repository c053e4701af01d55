import {GantryError} from '../../../core/failure/failure.ts';

export const notWritten = (file: string, problem: string): GantryError =>
  new GantryError({code: 'kubeconfig/not-written', file, problem});
