import type {Release} from './release.ts';

/**
 * One goes back to such a release without being told which: it applied something, nothing is known of it that is not ready, and it says
 * what was wanted of all that it holds.
 */
export const wentWell = ({
  operation,
  phase,
  unsettled,
  rebuilt,
}: Pick<Release, 'operation' | 'phase' | 'unsettled' | 'rebuilt'>): boolean =>
  operation === 'apply' && phase === 'succeeded' && unsettled !== true && isComplete({rebuilt});

/** Of a release that no run made the files may have said what is wanted, or not. */
export const isComplete = ({rebuilt}: {readonly rebuilt?: Release['rebuilt'] | undefined}): boolean =>
  rebuilt === undefined || rebuilt.unknown.length === 0;
