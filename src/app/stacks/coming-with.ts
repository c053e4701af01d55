import type {ComingObject} from '../../core/stacks/other-stack.ts';
import type {Along, EarlierStack} from './along.ts';

/** Returns the objects that earlier stacks of the run create or change, and the namespaces that are created for them. */
export const comingWith = ({earlier}: Pick<Along, 'earlier'>): readonly ComingObject[] => earlier.flatMap(objectsOf);

function objectsOf({name, plan, wanted}: EarlierStack): readonly ComingObject[] {
  const attributes = new Map(wanted.map((resource) => [resource.id, resource.attributes]));
  return plan.changes.flatMap(({id, action}): readonly ComingObject[] => {
    if (action === 'unchanged' || action === 'delete' || action === 'retain' || action === 'forget') return [];
    const written = attributes.get(id) ?? ensuredNamespace(id);
    return written === undefined ? [] : [{stack: name, id, attributes: written}];
  });
}

/** Returns a stack's own namespace, which is in no file. */
function ensuredNamespace(id: string): ComingObject['attributes'] | undefined {
  const [, name] = /^v1:Namespace:([^:]+)$/.exec(id) ?? [];
  return name === undefined ? undefined : {apiVersion: 'v1', kind: 'Namespace', metadata: {name}};
}
