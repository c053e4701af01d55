import {defined} from '../../lib/defined.ts';
import type {JsonObject, JsonPath} from '../json.ts';
import {eachString, holdsString} from './map-strings.ts';
import {partsWithin} from './parts-within.ts';

/** A `ref://` reference, and its path in the attributes. */
export type SecretReference = {
  /** The reference: `ref://name/property?version=v`. */
  readonly uri: string;
  readonly at: JsonPath;
  /** True if only a digest of the value is used. */
  readonly isDigested?: boolean;
};

/** Returns every reference to a secret store in the values of a resource. */
export function secretReferencesIn(attributes: JsonObject): readonly SecretReference[] {
  if (!holdsString(attributes, mayRefer)) return [];
  const found: SecretReference[] = [];
  eachString(attributes, (text, at) => {
    if (!mayRefer(text)) return;
    for (const {part, isDigested} of partsWithin(text, () => false)) {
      if (part.kind === 'secret') found.push({uri: part.uri, at, ...defined({isDigested: isDigested || undefined})});
    }
  });
  return found;
}

const mayRefer = (text: string): boolean => text.includes('ref://');
