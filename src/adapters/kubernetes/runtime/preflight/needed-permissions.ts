import {groupVersion} from '../../../../core/resource/identity.ts';
import {defined} from '../../../../lib/defined.ts';
import type {ApiResource} from '../client/discovery.ts';
import type {PlannedRemoval} from '../plan/plan-removal.ts';
import type {PlannedResources} from '../plan/plan-resources.ts';
import type {PlannedObject} from '../plan/planned-object.ts';

/** A permission that the plan needs: one verb on one object. */
export type NeededPermission = {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace?: string;
  /** The name; absent if the request names none, so that rules for names do not apply. */
  readonly name?: string;
  /** The id of the resource that needs it. */
  readonly id: string;
};

type Planned = Pick<PlannedResources, 'objects' | 'removals' | 'missingNamespace' | 'createdNamespace'>;

/** Returns the permissions that the writes of a plan need and that no answer of the server has shown yet. Unchanged objects need none. */
export function neededPermissions(
  {objects, removals, missingNamespace, createdNamespace}: Planned,
  namespaceId?: string,
): readonly NeededPermission[] {
  const namespace =
    missingNamespace === undefined || namespaceId === undefined
      ? []
      : [{verb: 'create', group: '', resource: 'namespaces', id: namespaceId}];
  const deletion =
    createdNamespace === undefined ? [] : [permissionOn('delete', createdNamespace.resource, createdNamespace)];
  return [...namespace, ...objects.flatMap(ofObject), ...removals.flatMap(ofRemoval), ...deletion];
}

function ofObject(planned: PlannedObject): readonly NeededPermission[] {
  const {target} = planned;
  if (isShown(planned)) return [];
  return verbsOf(planned).map((verb) =>
    permissionOn(verb, target.kind.resource, {...target.identity, id: target.resource.id}),
  );
}

/** Returns the verbs of a change. Creating an object by an apply takes two: the server also checks `create` if there is none. */
function verbsOf({change, live, coOwns}: PlannedObject): readonly string[] {
  if (change.action === 'unchanged') return [];
  if (change.action === 'replace') return ['delete', 'patch', 'create'];
  return live === undefined && coOwns !== true ? ['patch', 'create'] : ['patch'];
}

/** Reports whether the dry run has shown the permission: it is checked by the same authorizer with the same verbs and the same name. */
const isShown = ({change, coOwns, ending}: PlannedObject): boolean =>
  change.verified && change.action !== 'replace' && coOwns !== true && ending === undefined;

function ofRemoval({change, state, resource, release}: PlannedRemoval): readonly NeededPermission[] {
  if (resource === undefined) return [];
  if (change.action === 'delete') return [permissionOn('delete', resource, state)];
  return change.action === 'forget' && release ? [permissionOn('patch', resource, state)] : [];
}

type Named = {readonly id: string; readonly namespace?: string; readonly name: string};

/** Returns the permission for a verb on one object; cluster-scoped kinds get no namespace. */
export const permissionOn = (verb: string, resource: ApiResource, {id, namespace, name}: Named): NeededPermission => ({
  verb,
  group: groupVersion(resource.apiVersion).group,
  resource: resource.resource,
  ...defined({namespace: resource.namespaced && namespace !== undefined ? namespace : undefined}),
  name,
  id,
});
