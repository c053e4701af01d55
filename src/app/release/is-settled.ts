import type {ReleaseHistory} from '../../engine/release/release-history.ts';

/** Reports whether the last run succeeded, and no resource of it was left out, or not waited for, in a run after a failed one. */
export const isSettled = ({last, pending}: Pick<ReleaseHistory, 'last' | 'pending'>): boolean =>
  pending === undefined && (last === undefined || (last.phase === 'succeeded' && last.unsettled !== true));
