import {defined} from '../../lib/defined.ts';
import type {SelectedStack} from './selection.ts';

/** Returns a stack of a run over several workspaces in one of them: it waits for stacks in the same workspace, and for those of other ones
 * that make its cluster. */
export function inWorkspace({after, behind, ...stack}: SelectedStack, workspace: string): SelectedStack {
  // A key with three parts is that of a stack in another workspace.
  const keyOf = (name: string): string => (name.split('/').length > 2 ? name : `${name}/${workspace}`);
  return {
    ...stack,
    workspace,
    after: after.map(keyOf),
    ...defined({behind: behind?.map(({stack: name, ids}) => ({stack: keyOf(name), ids}))}),
  };
}
