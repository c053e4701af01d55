import type {Action} from '../../core/plan/plan.ts';
import type {PendingObject} from '../../core/stacks/other-stack.ts';
import type {EarlierStack, SameRunStacks} from './same-run-stacks.ts';

/** Returns the objects that earlier stacks of the run create or change, and the namespaces that are created for them. */
export const pendingObjects = ({earlier}: Pick<SameRunStacks, 'earlier'>): readonly PendingObject[] =>
  earlier.flatMap(objectsOf);

function objectsOf({name, plan, wanted}: EarlierStack): readonly PendingObject[] {
  const attributes = new Map(wanted.map((resource) => [resource.id, resource.attributes]));
  return plan.changes.flatMap(({id, action}): readonly PendingObject[] => {
    if (WITHOUT_OBJECT.has(action)) return [];
    const written = attributes.get(id) ?? ensuredNamespace(id);
    return written === undefined ? [] : [{stack: name, id, attributes: written}];
  });
}

/** The actions after which an object is not new, or does not stay. */
const WITHOUT_OBJECT: ReadonlySet<Action> = new Set<Action>(['unchanged', 'delete', 'retain', 'forget', 'run', 'read']);

/** Returns a stack's own namespace, which is in no file. */
function ensuredNamespace(id: string): PendingObject['attributes'] | undefined {
  const [, name] = /^v1:Namespace:([^:]+)$/.exec(id) ?? [];
  return name === undefined ? undefined : {apiVersion: 'v1', kind: 'Namespace', metadata: {name}};
}
