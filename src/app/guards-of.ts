import type {StackLocation} from '../config/stack-location.ts';
import {type Guards, strictestGuards} from '../core/plan/guards.ts';
import type {ChosenWorkspace} from './workspace/chosen-workspace.ts';

/** What the workspace and the stack say of how much one plan may delete. Of a release only the workspace is known. */
export const guardsOf = (
  {workspace}: Pick<ChosenWorkspace, 'workspace'>,
  location: StackLocation | undefined,
): Guards => strictestGuards([workspace.guards ?? undefined, location?.stack.guards ?? undefined]);
