import {defined} from '../../lib/defined.ts';
import type {JsonObject, JsonPath} from '../json.ts';
import {eachString} from './map-strings.ts';
import type {StackResource} from './parse-text.ts';
import {partsWithin} from './parts-within.ts';

/** A value that is taken from a resource of another stack. */
export type StackReference = StackResource & {
  /** Stack and id from the text, as the key for a lookup of the resource. */
  readonly key: string;
  readonly path: JsonPath;
  /** The path of the reference itself. */
  readonly at: JsonPath;
  readonly text: string;
  /** True for a value of a shared Secret. */
  readonly isSecret?: true;
  /** True if only a digest of the value is used. */
  readonly isDigested?: true;
};

/** Returns every reference to another stack in the values of a resource: `${ref:stack:PROJECT/STACK#ID#path}`, `${ref:shared:ID#path}`. */
export function stackReferencesIn(attributes: JsonObject): readonly StackReference[] {
  const found: StackReference[] = [];
  eachString(attributes, (text, at) => {
    if (!text.includes('${ref:stack:') && !text.includes('${ref:shared:')) return;
    for (const {part, isDigested} of partsWithin(text, () => false)) {
      const digested = defined({isDigested: isDigested ? (true as const) : undefined});
      if (part.kind === 'reference' && part.of !== undefined)
        found.push({...part.of, key: part.id, path: part.path, at, text: part.text, ...digested});
      if (part.kind !== 'secret' || part.shared === undefined) continue;
      const {of, key, path} = part.shared;
      found.push({...of, key, path, at, text: part.text, isSecret: true, ...digested});
    }
  });
  return found;
}
