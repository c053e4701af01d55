import {isBeingDeleted} from '../model/metadata.ts';
import {forbidden, notFound} from '../model/refusals.ts';
import type {Target, VerbContext} from './verb-context.ts';

/** Refuses to create an object in a namespace that is missing or terminating (NamespaceLifecycle admission). */
export function admitToNamespace({resource, namespace}: Target, name: string, {store, registry}: VerbContext): void {
  if (!resource.namespaced) return;
  const found = store.get('namespaces', '', namespace);
  const namespaces = registry.find('', 'v1', 'namespaces');
  if (found === undefined) throw notFound(namespaces ?? {group: '', plural: 'namespaces'}, namespace);
  if (!isBeingDeleted(found)) return;
  const because = `unable to create new content in namespace ${namespace} because it is being terminated`;
  throw forbidden(resource, name, because, [
    {
      reason: 'NamespaceTerminating',
      message: `namespace ${namespace} is being terminated`,
      field: 'metadata.namespace',
    },
  ]);
}
