import {defined} from '../../lib/defined.ts';
import type {JsonObject, JsonPath} from '../json.ts';
import {eachString, holdsString} from './map-strings.ts';
import {partsWithin} from './parts-within.ts';

/** A reference to a secret, and its path in the attributes. */
export type SecretReference = {
  /** `ref://name/property?version=v` of a secret store, or `shared:ID#data.KEY` of a shared Secret. */
  readonly uri: string;
  readonly at: JsonPath;
  /** True if only a digest of the value is used. */
  readonly isDigested?: boolean;
};

/** Returns every reference to a secret in the values of a resource: to a secret store, or to a shared Secret. */
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

const mayRefer = (text: string): boolean =>
  text.includes('ref://') || text.includes('${ref:shared:') || text.includes('${ref:stack:shared/');

/** Reports whether a reference to a secret names a shared Secret, and not a secret store. */
export const isSharedSecret = (uri: string): boolean => !uri.startsWith('ref://');
