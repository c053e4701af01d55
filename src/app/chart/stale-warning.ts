import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ChartIndex} from '../../ports/chart-index.ts';

/** Returns a warning if a repository did not answer and its last answer is used. */
export const staleWarning = (repository: string, stale: ChartIndex['stale']): readonly Diagnostic[] =>
  stale === undefined
    ? []
    : [
        {
          severity: 'warning',
          code: 'chart/stale-index',
          message: `${stale.problem}; Gantry uses the index of ${repository} from ${stale.since.toISOString()}`,
        },
      ];
