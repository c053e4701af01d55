import type {JsonObject} from '../../core/json.ts';
import type {PolicySubject} from '../../core/policy/policy.ts';
import {idOfObject} from '../../core/resource/id.ts';
import {groupVersion, identityOf} from '../../core/resource/identity.ts';
import {type CustomScopes, customScopes, scopeOf} from '../../kubernetes/resource/scope.ts';

/** Returns the facts of an object that selectors read. A Namespace belongs to itself. */
export function subjectOf(
  id: string,
  object: JsonObject,
  {scopes, defaultNamespace}: {readonly scopes: CustomScopes; readonly defaultNamespace: string | undefined},
): PolicySubject {
  const {apiVersion, kind, name, namespace} = identityOf(object);
  const {group} = groupVersion(apiVersion);
  if (group === '' && kind === 'Namespace') return {id, group, kind, name, namespace: name};
  const isCluster = scopeOf(apiVersion, kind, scopes) === 'cluster';
  return {id, group, kind, name, namespace: isCluster ? undefined : (namespace ?? defaultNamespace)};
}

/** Returns the facts of objects of a build. @param defaultNamespace the namespace of objects that set none */
export function subjectsOf(
  objects: readonly JsonObject[],
  defaultNamespace: string | undefined,
): readonly PolicySubject[] {
  const place = {scopes: customScopes(objects), defaultNamespace};
  return objects.map((object) => subjectOf(idOfObject(object), object, place));
}
