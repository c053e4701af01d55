import type {JsonObject, JsonPath} from '../../../../core/json.ts';
import {defined} from '../../../../lib/defined.ts';
import {mapAt, someOf} from './field-at.ts';
import {templatePath} from './write-workload.ts';

/**
 * Returns the patch that gives an object the labels and annotations of the release; undefined if it has them. Modules of Kusion mark only some
 * of the objects of an application: monitoring marks the Deployment, but not its pods, and the Services have no labels of the workspace.
 */
export function markPatch(built: JsonObject, released: JsonObject): JsonObject | undefined {
  const {apiVersion = '', kind = ''} = released;
  const {name = '', namespace} = mapAt(released, 'metadata');
  const own = marksOf(built, released, ['metadata']);
  const path = templatePath(released);
  const ofPods = marksOf(built, released, [...path, 'metadata']);
  if (own === undefined && ofPods === undefined) return undefined;
  const metadata = defined({name, namespace, ...own});
  return {apiVersion, kind, metadata, ...(ofPods === undefined ? {} : nested([...path, 'metadata'], ofPods))};
}

function marksOf(built: JsonObject, released: JsonObject, path: JsonPath): JsonObject | undefined {
  const changes = ['labels', 'annotations'].flatMap((field) => {
    const [from, to] = [mapAt(built, ...path, field), mapAt(released, ...path, field)];
    const changed = [...new Set([...Object.keys(to), ...Object.keys(from)])]
      .filter((name) => from[name] !== to[name])
      .map((name) => [name, to[name] ?? null]);
    return changed.length === 0 ? [] : [[field, Object.fromEntries(changed)]];
  });
  return someOf(Object.fromEntries(changes) as JsonObject);
}

const nested = (path: JsonPath, value: JsonObject): JsonObject =>
  path.reduceRight<JsonObject>((inner, step) => ({[String(step)]: inner}), value);
