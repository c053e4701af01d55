import {isObject, type Json} from '../../core/json.ts';
import {groupVersion} from '../../core/resource/identity.ts';
import {isContainer} from '../../kubernetes/plan/decide-removal.ts';
import {customScopes} from '../../kubernetes/resource/scope.ts';

/** An object, wherever it is described: in files, or in the state of a release. */
export type PlacedObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly object: Json | undefined;
};

/** Returns the key of a namespace, as `containerKeys` and `placeKeys` have it. */
export const namespaceKey = (name: string): string => `namespace ${name}`;

/** Returns the namespace that an object creates, or the kinds that it defines. */
export function containerKeys({apiVersion, kind, name, object}: PlacedObject): readonly string[] {
  const {group} = groupVersion(apiVersion);
  if (!isContainer(group, kind)) return [];
  if (kind === 'Namespace') return [namespaceKey(name)];
  return isObject(object) ? [...customScopes([object]).keys()].map((one) => `kind ${one}`) : [];
}

/** Returns the keys of what must exist before an object: its kind and its namespace. */
export const placeKeys = ({
  apiVersion,
  kind,
  namespace,
}: Pick<PlacedObject, 'apiVersion' | 'kind' | 'namespace'>): readonly string[] => [
  `kind ${groupVersion(apiVersion).group}/${kind}`,
  ...(namespace === undefined ? [] : [namespaceKey(namespace)]),
];
