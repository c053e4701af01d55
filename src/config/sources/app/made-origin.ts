import type {Origin} from '../../../core/diagnostic/origin.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../core/json.ts';
import type {Naming} from '../../../core/module/module.ts';
import {type Located, originOf, type Place, partOf} from '../../../core/variation/located.ts';
import {configPath} from '../../../kubernetes/application/config-path.ts';
import {maskedOrigin} from '../../yaml/masked-position.ts';
import type {Made} from './made.ts';

/** Returns the origin of an object that a module made: the setting that each field comes from. */
export function madeOrigin(made: Made, naming: Naming): Origin {
  const find = pathFinder(made, naming);
  const config = originOf(made.config);
  const origin: Origin = {file: config.file, position: (path, part) => config.position(find(path), part)};
  return made.object['kind'] === 'Secret' ? maskedOrigin(origin) : origin;
}

/** Returns an object in which every field has the place of the setting that it comes from. */
export function locateMade(made: Made, naming: Naming): Located {
  const find = pathFinder(made, naming);
  const located = (value: Json, path: JsonPath): Located => {
    const steps = isList(value) ? value.map((_, index) => index) : isObject(value) ? Object.keys(value) : [];
    const parts = steps.map((step) => {
      const field = isList(value) ? value[Number(step)] : (value as JsonObject)[String(step)];
      return [step, located(field ?? null, [...path, step])] as const;
    });
    return {value, place: placeAt(made.config, find(path)), parts: new Map(parts)};
  };
  return located(made.object, []);
}

const pathFinder = ({object, config, name}: Made, naming: Naming): ((path: JsonPath) => JsonPath) => {
  const from = {object, config: config.value as JsonObject, application: {name, naming}};
  return (path) => configPath(from, path);
};

/** Returns the place of a setting, or of the nearest one around it. */
function placeAt(config: Located, path: JsonPath): Place {
  let at = config;
  for (const [index, step] of path.entries()) {
    const next = partOf(at, step);
    if (next === undefined) return {origin: at.place.origin, path: [...at.place.path, ...path.slice(index)]};
    at = next;
  }
  return at.place;
}
