import type {JsonObject, JsonPath} from '../json.ts';
import {showPath} from '../reference/path.ts';
import type {ReferenceProblem} from '../reference/reference.ts';
import {referencesIn} from '../reference/references-in.ts';
import {isSecretObject} from '../reference/secret-data-references.ts';
import {isSharedSecret, type SecretReference, secretReferencesIn} from '../reference/secret-references-in.ts';
import {NOT_SHOWN, type SecretHolder, SHARED_SECRET_HINT, takesSharedSecret} from '../reference/takes-shared-secret.ts';
import {parseSecretUri} from './secret-uri.ts';

/** Returns the problems of a resource's references to secret stores, without their values. @param wanted all resources by id */
export function secretProblems(
  holder: SecretHolder,
  wanted: ReadonlyMap<string, JsonObject>,
): readonly ReferenceProblem[] {
  const {type, attributes} = holder;
  const own = secretReferencesIn(attributes).flatMap((one) =>
    isSharedSecret(one.uri)
      ? sharedProblem(one, holder)
      : [...syntaxProblem(one.uri, one.at), ...(type === 'Kubernetes' ? nameProblem(one.at) : [])],
  );
  return [...own, ...copyProblems(attributes, wanted)];
}

/** Reports a value of a shared Secret outside of the values of a Secret. */
function sharedProblem({uri, at, isDigested}: SecretReference, holder: SecretHolder): readonly ReferenceProblem[] {
  if (isDigested === true || takesSharedSecret(holder, at)) return [];
  return [{code: 'reference/secret-value', at, message: `refers to ${uri}: ${NOT_SHOWN}`, hint: SHARED_SECRET_HINT}];
}

function syntaxProblem(uri: string, at: JsonPath): readonly ReferenceProblem[] {
  const parsed = parseSecretUri(uri);
  if (!('because' in parsed)) return [];
  return [
    {
      code: 'reference/secret-syntax',
      at,
      message: `${uri} is not a reference to a secret: it ${parsed.because}`,
      hint: 'Write ref://NAME or ref://NAME/property. Write a literal that begins with ref:// as $ref://.',
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
      message: 'takes its value from a secret store, but names of objects are shown and recorded',
      hint: 'Write the name in plain text.',
    },
  ];
}

/** Reports copies of values that another resource takes from a secret store: here they would not be hidden. */
function copyProblems(attributes: JsonObject, wanted: ReadonlyMap<string, JsonObject>): readonly ReferenceProblem[] {
  const {references} = referencesIn(attributes, new Set(wanted.keys()));
  return references.flatMap(({id, path, at, isDigested}) => {
    const other = isDigested === true ? undefined : wanted.get(id);
    // Another rule reports values of Secrets, which are always secret.
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
