import type {Json, JsonObject} from '../json.ts';
import {parseSecretUri} from '../secret/secret-uri.ts';

type Problem = {readonly problem: string};
type Texts<Name extends string> = {readonly [K in Name]?: string};

/** Returns the fields of an address that are set, each a text. Problems quote no value: it may be a secret. */
export function textFields<Name extends string>(
  fields: JsonObject,
  names: readonly Name[],
  scheme: string,
  known = '',
): {readonly texts: Texts<Name>} | Problem {
  const said = Object.entries(fields).filter(([, value]) => value !== null);
  const strange = said.find(([field]) => !names.some((name) => name === field));
  if (strange !== undefined) return {problem: `\`${strange[0]}\` does not belong to ${scheme}:// addresses${known}`};
  const notText = said.find(([, value]) => typeof value !== 'string' || value === '');
  if (notText !== undefined) return {problem: `\`${notText[0]}\` must be a text`};
  return {texts: Object.fromEntries(said) as Texts<Name>};
}

/** Returns why a field is no reference to a secret, if it is none. */
export function referenceProblem(name: string, value: Json | undefined): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('ref://'))
    return `\`${name}\` must be a reference to a secret: ref://NAME`;
  const parsed = parseSecretUri(value);
  return 'because' in parsed ? `\`${name}\`: the reference ${parsed.because}` : undefined;
}
