import type {JsonObject, JsonPath} from '../json.ts';
import {showPath} from '../reference/path.ts';
import type {ReferenceProblem} from '../reference/reference.ts';
import {referencesIn} from '../reference/references-in.ts';
import {isSecretObject} from '../reference/secret-data-references.ts';
import {secretReferencesIn} from '../reference/secret-references-in.ts';
import {parseSecretUri} from './secret-uri.ts';

/** What is wrong with the references of one resource to secret stores, without their values. `wanted`: all resources by id. */
export function secretProblems(
  attributes: JsonObject,
  wanted: ReadonlyMap<string, JsonObject>,
): readonly ReferenceProblem[] {
  const own = secretReferencesIn(attributes).flatMap(({uri, at}) => [...syntaxProblem(uri, at), ...nameProblem(at)]);
  return [...own, ...copyProblems(attributes, wanted)];
}

function syntaxProblem(uri: string, at: JsonPath): readonly ReferenceProblem[] {
  const parsed = parseSecretUri(uri);
  if (!('because' in parsed)) return [];
  return [
    {
      code: 'reference/secret-syntax',
      at,
      message: `${uri} is not a reference to a secret: it ${parsed.because}`,
      hint: 'Write ref://NAME or ref://NAME/property; for a literal that begins with ref://, write $ref://.',
    },
  ];
}

const NAMES: readonly string[] = ['apiVersion', 'kind', 'metadata.name', 'metadata.namespace'];

function nameProblem(at: JsonPath): readonly ReferenceProblem[] {
  if (!NAMES.includes(at.join('.'))) return [];
  return [
    {
      code: 'reference/secret-name',
      at,
      message: 'takes its value from a secret store: what names an object is shown and recorded',
      hint: 'Write the name itself.',
    },
  ];
}

/** The value of another resource that comes from a secret store: there it is kept from view, here nobody would know of it. */
function copyProblems(attributes: JsonObject, wanted: ReadonlyMap<string, JsonObject>): readonly ReferenceProblem[] {
  const {references} = referencesIn(attributes, new Set(wanted.keys()));
  return references.flatMap(({id, path, at}) => {
    const other = wanted.get(id);
    // Of a Secret all values are known to be secret, and that is told by another rule.
    if (other === undefined || isSecretObject(other)) return [];
    const taken = secretReferencesIn(other).find((one) => isWithin(one.at, path) || isWithin(path, one.at));
    if (taken === undefined) return [];
    return [
      {
        code: 'reference/secret-value' as const,
        at,
        message: `refers to ${showPath(path)} of ${id}, which takes its value from a secret store`,
        hint: `Refer to the secret itself: ${taken.uri}`,
      },
    ];
  });
}

const isWithin = (place: JsonPath, whole: JsonPath): boolean =>
  whole.every((step, i) => String(place[i]) === String(step));
