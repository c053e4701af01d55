import type {Series} from '../../engine/release/series.ts';

/** The last run ended well, and none of it was left out, or not waited for, in a run after one that did not. */
export const isSettled = ({last, pending}: Pick<Series, 'last' | 'pending'>): boolean =>
  pending === undefined && (last === undefined || (last.phase === 'succeeded' && last.unsettled !== true));
