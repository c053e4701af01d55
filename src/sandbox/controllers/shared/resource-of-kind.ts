import type {JsonObject} from '../../../core/json.ts';
import {textAt} from '../../model/part.ts';
import {resourceKey} from '../../model/resource.ts';
import type {ClusterView} from '../../model/view.ts';

/** Returns the resource of a kind that an owner reference names; undefined for an unknown kind. */
export function resourceOfKind(apiVersion: string, kind: string, cluster: ClusterView): string | undefined {
  const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
  if (group === '' || !group.includes('.') || BUILT_IN.has(group)) return resourceKey({group, plural: plural(kind)});
  const isIt = (definition: JsonObject): boolean =>
    textAt(definition, 'spec', 'group') === group && textAt(definition, 'spec', 'names', 'kind') === kind;
  const found = cluster.list('customresourcedefinitions.apiextensions.k8s.io').find((definition) => isIt(definition));
  return found === undefined ? undefined : resourceKey({group, plural: textAt(found, 'spec', 'names', 'plural')});
}

const BUILT_IN: ReadonlySet<string> = new Set(
  [
    'admissionregistration',
    'apiextensions',
    'apiregistration',
    'authentication',
    'authorization',
    'certificates',
    'coordination',
    'discovery',
    'events',
    'flowcontrol.apiserver',
    'internal.apiserver',
    'networking',
    'node',
    'rbac.authorization',
    'resource',
    'scheduling',
    'storage',
    'storagemigration',
  ].map((name) => `${name}.k8s.io`),
);

/** Returns the plural of a kind, as the built-in resources of Kubernetes are named. */
function plural(kind: string): string {
  const word = kind.toLowerCase();
  if (word === 'endpoints') return word;
  if (/(?:s|x|ch)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}
