import type {Origin} from '../../../core/diagnostic/origin.ts';
import {isList, isObject, type Json, type JsonPath} from '../../../core/json.ts';
import {type Located, originOf, type Place, partOf} from '../../../core/variation/located.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {once} from '../../../lib/once.ts';
import {maskedOrigin} from '../../yaml/masked-position.ts';
import {layChanges} from './lay-changes.ts';
import type {Made, MadeSource, PatchedBy} from './made.ts';

/** Returns the origin of an object that a module made: the setting that each field comes from. */
export function madeOrigin(made: Made): Origin {
  const located = once(() => (made.patched?.() ?? []).reduce(patchedNode, locateMade(made)));
  const {file} = made.config.place.origin;
  const origin: Origin = {file, position: (path, part) => originOf(located()).position(path, part)};
  return made.object['kind'] === 'Secret' ? maskedOrigin(origin) : origin;
}

/** Returns an object after a patch. Changed fields have the position of the accessory's setting that changed them. */
export const patchedNode = (before: Located, {object, source}: PatchedBy): Located => {
  const patches = source.objects[source.index] ?? {};
  return layChanges(before, object, (value) => {
    const path = pathOf(patches, value, []);
    return path === undefined ? {...source.node.place, module: source.module} : settingPlace(source, path);
  });
};

/** Returns the path of the first part that has a value. */
function pathOf(value: Json, wanted: Json, path: JsonPath): JsonPath | undefined {
  if (path.length > 0 && deepEqual(value, wanted)) return path;
  const steps = isList(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [];
  for (const step of steps) {
    const found = pathOf((value as Readonly<Record<string | number, Json>>)[step] ?? null, wanted, [...path, step]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns an object, before the patches of accessories. Each field has the position of the setting that it comes from. A setting is searched only
 * when its position is read.
 */
export function locateMade({object, unpatched, source}: Made): Located {
  return lazyNode(unpatched ?? object, [], (path) => settingPlace(source, path));
}

function lazyNode(value: Json, path: JsonPath, placeOf: (path: JsonPath) => Place): Located {
  const place = once(() => placeOf(path));
  const parts = once(() => {
    const steps = isList(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [];
    const of = value as Readonly<Record<string | number, Json>>;
    return new Map(steps.map((step) => [step, lazyNode(of[step] ?? null, [...path, step], placeOf)]));
  });
  return {
    value,
    get place() {
      return place();
    },
    get parts() {
      return parts();
    },
  };
}

/** Returns the position of the setting of a field, or of the use of the module if the module decides the field. */
function settingPlace({module, node, settings, find, index}: MadeSource, path: JsonPath): Place {
  const found = find(index, path);
  if (found === undefined) return {...node.place, module};
  let at = settings;
  for (const step of found) at = partOf(at, step) ?? at;
  return at.place;
}
