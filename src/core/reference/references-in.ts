import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {JsonObject, JsonPath} from '../json.ts';
import {eachString} from './map-strings.ts';
import type {Part} from './parse-text.ts';
import {partsWithin} from './parts-within.ts';
import type {Reference, ReferenceProblem} from './reference.ts';

/**
 * Finds every reference to a resource of the same stack in the values of a resource. References to unknown ids are problems.
 */
export function referencesIn(
  attributes: JsonObject,
  knownIds: ReadonlySet<string>,
): {readonly references: readonly Reference[]; readonly problems: readonly ReferenceProblem[]} {
  const references: Reference[] = [];
  const problems: ReferenceProblem[] = [];
  eachString(attributes, (text, at) => {
    if (!text.includes('$')) return;
    for (const {part, isDigested} of partsWithin(text, (id) => knownIds.has(id))) {
      if (part.kind === 'broken') problems.push(broken(part, at));
      if (part.kind !== 'reference' || part.of !== undefined) continue;
      if (knownIds.has(part.id))
        references.push({
          id: part.id,
          path: part.path,
          at,
          text: part.text,
          ...defined({isDigested: isDigested || undefined}),
        });
      else problems.push(unknownId(part.id, at, knownIds));
    }
  });
  return {references, problems};
}

/** Returns the problem of a reference to an id that the stack does not have, with the nearest id as a hint. */
export function unknownId(id: string, at: JsonPath, knownIds: Iterable<string>): ReferenceProblem {
  const nearest = didYouMean(id, knownIds);
  return {
    code: 'reference/unknown-id',
    at,
    message: `refers to ${id}, which is not in this stack`,
    hint: nearest === undefined ? `For literal text, write $\${ref: instead of \${ref:.` : `Did you mean ${nearest}?`,
  };
}

/** Returns the problem of a reference with a syntax error. */
export const broken = (part: Part & {readonly kind: 'broken'}, at: JsonPath): ReferenceProblem => ({
  code: 'reference/syntax',
  at,
  message: `${part.text} is not a reference: ${part.because}`,
  hint: 'Write ${ref:ID#path}. Write an id with # or } as a JSON string, and literal text as $${ref:.',
});
