import {GantryError} from '../../core/failure/failure.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {StackRun} from './each-stack.ts';
import type {PlannedStack} from './plan-stack.ts';

type Writer = {readonly names: HistoryNames; readonly key: string; readonly id: string; readonly server: string};

/**
 * Refuses a run in which two workspaces would write the same objects in one cluster: each would take the objects from the other.
 * @throws GantryError workspace/same-objects
 */
export function refuseSharedObjects(runs: readonly StackRun<PlannedStack>[]): void {
  const first = new Map<string, Writer>();
  const shared: {readonly one: Writer; readonly other: Writer}[] = [];
  for (const writer of runs.flatMap((run) => (run.kind === 'done' ? writersOf(run.value) : []))) {
    const other = first.get(writer.key);
    if (other === undefined) first.set(writer.key, writer);
    else if (other.names.workspace !== writer.names.workspace) shared.push({one: other, other: writer});
  }
  const [conflict] = shared;
  if (conflict === undefined) return;
  const {one, other} = conflict;
  const alike = shared.filter((found) => found.one.names === one.names && found.other.names === other.names);
  throw new GantryError({
    code: 'workspace/same-objects',
    stacks: [one.names, other.names],
    server: one.server,
    ids: alike.map(({other: {id}}) => id),
  });
}

/** Returns the objects of the stack. Several stacks may share the stack's own namespace, which is in no file. */
function writersOf({plan, wanted, defaultNamespace}: PlannedStack): readonly Writer[] {
  const {project, stack, workspace, cluster, changes} = plan;
  const names = {project, stack, workspace};
  const written = new Set(wanted.map(({id}) => id));
  return changes
    .filter(({id}) => written.has(id))
    .map(({id}) => ({names, id, server: cluster.server, key: `${cluster.identity} ${defaultNamespace} ${id}`}));
}
