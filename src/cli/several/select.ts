import type {SelectedStacks, StackSelection} from '../../app/stacks/selection.ts';
import type {Session} from '../session.ts';

/** The stacks of a run, in their order; what is worth knowing of the selection itself is said at once. */
export async function selectSeveral(selection: StackSelection, {deps, remark}: Session): Promise<SelectedStacks> {
  const selected = await (await import('../../app/stacks/select-stacks.ts')).selectStacks(selection, deps);
  remark(selected.diagnostics);
  return selected;
}

/** Returns in one sentence why no stack is selected. */
export function nothingText({changedSince, released, workspaces}: StackSelection, {among}: SelectedStacks): string {
  if (changedSince !== undefined) return `No stack changed since ${changedSince} (of ${among}).`;
  if (released !== true) return 'No stacks found here.';
  return `No stack has a release in ${workspaces === undefined ? 'this workspace' : 'these workspaces'}.`;
}
