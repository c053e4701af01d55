import type {Release} from './release.ts';

/** One goes back to such a release without being told which: it applied something, and all of it became ready. */
export const wentWell = ({operation, phase}: Pick<Release, 'operation' | 'phase'>): boolean =>
  operation === 'apply' && phase === 'succeeded';
