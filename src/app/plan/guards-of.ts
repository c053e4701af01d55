import type {StackLocation} from '../../config/stack-location.ts';
import {type Guards, type SaidGuards, strictestGuards} from '../../core/plan/guards.ts';
import type {Series} from '../../engine/release/series.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';

/** Sources of the limits on deletions: workspace, stack or release. */
export type GuardSources = {
  readonly chosen: Pick<ChosenWorkspace, 'workspace'>;
  /** Absent: no file of the stack was read. */
  readonly location?: StackLocation | undefined;
  /** Of the stack, or of the release that is made again. */
  readonly guards?: SaidGuards | undefined;
  readonly series: Pick<Series, 'last'>;
};

/**
 * What the workspace and the stack say of how much one plan may delete. Where no file was read, the stack's word is that of its last
 * release, and that of the release that is gone back to: a rollback does not loosen what was tightened since.
 */
export function guardsOf({chosen, location, guards, series}: GuardSources): Guards {
  const own = location === undefined ? [series.last?.guards, guards] : [guards];
  return strictestGuards([chosen.workspace.guards ?? undefined, ...own]);
}
