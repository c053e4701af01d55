import type {HistoryNames} from '../../core/release/history-names.ts';
import {isSharedStack, SHARED_PROJECT} from '../../core/stacks/shared-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import type {Deps} from '../deps.ts';
import {findHistories} from '../release/find-histories.ts';
import type {SameRunStacks} from './same-run-stacks.ts';

/** A stack that may use shared resources. */
export type SharedStacksRequest = {readonly names: HistoryNames; readonly sameRun?: SameRunStacks | undefined};

/** Returns the shared stacks of the workspace, without the given one: those with a release, and those of the same run. */
export async function sharedStacks(
  {names, sameRun}: SharedStacksRequest,
  deps: Pick<Deps, 'backend'>,
): Promise<readonly string[]> {
  const released = await findHistories(await deps.backend(), {project: SHARED_PROJECT, workspace: names.workspace});
  const inRun = (sameRun?.earlier ?? []).map(({name}) => name).filter(isSharedStack);
  const own = stackText(names);
  return [...new Set([...released.map(stackText), ...inRun])].filter((name) => name !== own).toSorted();
}
