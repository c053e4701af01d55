import type {Json} from '../json.ts';
import {secretProperty} from './secret-property.ts';

export type PropertyOf = {
  readonly value: string;
  readonly property: string;
  /** Names what holds the value. */
  readonly what: string;
  readonly syntax: string;
  /** Throws where the text is none. */
  readonly parse: (text: string) => Json;
};

/** A part of a secret value that is a map. What a parser says of it would quote it, so that is not told. */
export function readProperty(
  request: PropertyOf,
): {readonly text: string} | {readonly because: string; readonly hint?: string} {
  const {property, what, syntax} = request;
  const parsed = parsedOf(request);
  if (parsed === undefined)
    return {
      because: `what ${what} holds is not ${syntax}, so that there is no property ${property} in it`,
      hint: 'Leave out the property to take the whole value.',
    };
  const found = secretProperty(parsed.value, property);
  if ('because' in found) return {because: `${what}: ${found.because}`};
  return found.text === '' ? {because: `${what}: its property ${property} is empty`} : found;
}

function parsedOf({value, parse}: PropertyOf): {readonly value: Json} | undefined {
  try {
    return {value: parse(value)};
  } catch {
    return undefined;
  }
}
