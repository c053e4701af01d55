import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {maskedOrigin, maskedPosition} from '../yaml/masked-position.ts';

/** An object and its place in a file. */
export type Written = {readonly object: JsonObject; readonly origin: Origin};

/** Returns the objects of a document: the document itself, or the items of a List as `kubectl get -o yaml` writes it. */
export function flatten(value: Json, origin: Origin, report: (diagnostic: Diagnostic) => void): readonly Written[] {
  if (value === null) return [];
  if (!isObject(value)) {
    report({
      severity: 'error',
      code: 'manifest/not-an-object',
      message: `this is ${isList(value) ? 'a list' : `a ${typeof value}`}, not a Kubernetes object`,
      // It may be any file, such as a list of passwords or a token.
      at: maskedPosition(origin.position([])),
      hint: 'If this file is not a manifest, list the manifests in `sources` of stack.yaml.',
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

/** Adds apiVersion and kind to an item of a typed list, such as `ConfigMapList`. Items of a plain `List` must have their own. */
function withKind(item: Json, list: JsonObject, kind: string): Json {
  const itemKind = kind.slice(0, -'List'.length);
  if (itemKind === '' || !isObject(item)) return item;
  return {apiVersion: list['apiVersion'] ?? '', kind: itemKind, ...item};
}

/** Returns the origin of a value inside a document. */
export const below = (origin: Origin, prefix: JsonPath): Origin => ({
  file: origin.file,
  position: (path, part) => origin.position([...prefix, ...path], part),
});
