import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {maskedOrigin, maskedPosition} from '../yaml/masked-position.ts';

/** An object and its place in a file. */
export type Written = {readonly object: JsonObject; readonly origin: Origin};

/** The objects in one document: itself, or the items of a List as `kubectl get -o yaml` writes them. */
export function flatten(value: Json, origin: Origin, report: (diagnostic: Diagnostic) => void): readonly Written[] {
  if (value === null) return [];
  if (!isObject(value)) {
    report({
      severity: 'error',
      code: 'manifest/not-an-object',
      message: `this is ${isList(value) ? 'a list' : `a ${typeof value}`}, not a Kubernetes object`,
      // It may be any file: a list of passwords, a token.
      at: maskedPosition(origin.position([])),
      hint: 'A manifest begins with apiVersion and kind. Use `sources` in stack.yaml to say which files are manifests.',
    });
    return [];
  }
  const {kind, items} = value;
  const isListKind = typeof kind === 'string' && kind.endsWith('List') && (isList(items) || items === null);
  if (!isListKind) return [{object: value, origin: kind === 'Secret' ? maskedOrigin(origin) : origin}];
  return (items ?? []).flatMap((item, index) =>
    flatten(withKind(item, value, kind), below(origin, ['items', index]), report),
  );
}

/** The items of a `ConfigMapList` may leave out what the list says; those of a plain `List` may not. */
function withKind(item: Json, list: JsonObject, kind: string): Json {
  const itemKind = kind.slice(0, -'List'.length);
  if (itemKind === '' || !isObject(item)) return item;
  return {apiVersion: list['apiVersion'] ?? '', kind: itemKind, ...item};
}

/** The origin of a value inside a document. */
export const below = (origin: Origin, prefix: JsonPath): Origin => ({
  file: origin.file,
  position: (path, part) => origin.position([...prefix, ...path], part),
});
