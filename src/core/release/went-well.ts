import type {Release} from './release.ts';

/**
 * Reports whether a release can be the default target of a rollback: it applied something, no object is known to be unready, and the
 * desired state of all its objects is known.
 */
export const wentWell = ({
  operation,
  phase,
  unsettled,
  rebuilt,
}: Pick<Release, 'operation' | 'phase' | 'unsettled' | 'rebuilt'>): boolean =>
  operation === 'apply' && phase === 'succeeded' && unsettled !== true && isComplete({rebuilt});

/** Reports whether the desired state of all objects in a release is known. In a rebuilt release it may be missing. */
export const isComplete = ({rebuilt}: {readonly rebuilt?: Release['rebuilt'] | undefined}): boolean =>
  rebuilt === undefined || rebuilt.unknown.length === 0;
