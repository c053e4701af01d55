import type {StackLocation} from '../../config/stack-location.ts';
import {type Guards, type SaidGuards, strictestGuards} from '../../core/plan/guards.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';

/** Sources of the limits on deletions: workspace, stack or release. */
export type GuardSources = {
  readonly chosen: Pick<ChosenWorkspace, 'workspace'>;
  /** Absent: no file of the stack was read. */
  readonly location?: StackLocation | undefined;
  /** The guards of the stack, or of the release that is applied again. */
  readonly guards?: SaidGuards | undefined;
  readonly history: Pick<ReleaseHistory, 'last'>;
};

/**
 * Returns the limits of the workspace and the stack for the deletions of one plan. If no file was read, the stack's limits are those of its
 * last release and of the release to roll back to: a rollback does not loosen limits that were tightened since.
 */
export function guardsOf({chosen, location, guards, history}: GuardSources): Guards {
  const own = location === undefined ? [history.last?.guards, guards] : [guards];
  return strictestGuards([chosen.workspace.guards ?? undefined, ...own]);
}
