import type {Release} from './release.ts';

/** One goes back to such a release without being told which: it applied something, and nothing is known of it that is not ready. */
export const wentWell = ({operation, phase, unsettled}: Pick<Release, 'operation' | 'phase' | 'unsettled'>): boolean =>
  operation === 'apply' && phase === 'succeeded' && unsettled !== true;
