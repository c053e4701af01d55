import {isList, isObject, type Json} from '../json.ts';

/** Returns a property of a value: the key as it is written, else the path with dots (`users.0.name`; `\.` is a literal dot). */
export function secretProperty(value: Json, property: string): {readonly text: string} | {readonly because: string} {
  if (!isObject(value) && !isList(value)) return {because: 'its value is not a map'};
  const found = isObject(value) && Object.hasOwn(value, property) ? value[property] : follow(value, stepsOf(property));
  if (found === undefined || found === null) return {because: `its value has no property ${property}`};
  if (typeof found !== 'object') return {text: String(found)};
  return {because: `its property ${property} is ${isList(found) ? 'a list' : 'a map'}, not a single value`};
}

const stepsOf = (property: string): readonly string[] =>
  property.split(/(?<!\\)\./).map((step) => step.replaceAll(String.raw`\.`, '.'));

function follow(value: Json | undefined, [step, ...rest]: readonly string[]): Json | undefined {
  if (step === undefined) return value;
  if (isList(value)) return /^\d+$/.test(step) ? follow(value[Number(step)], rest) : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? follow(value[step], rest) : undefined;
}
