import {defined} from '../../lib/defined.ts';
import type {SelectedStack} from './selection.ts';

/** Returns a stack of a run over several workspaces in one of them: it waits only for stacks in the same workspace. */
export function inWorkspace({after, behind, ...stack}: SelectedStack, workspace: string): SelectedStack {
  const keyOf = (name: string): string => `${name}/${workspace}`;
  return {
    ...stack,
    workspace,
    after: after.map(keyOf),
    ...defined({behind: behind?.map(({stack: name, ids}) => ({stack: keyOf(name), ids}))}),
  };
}
