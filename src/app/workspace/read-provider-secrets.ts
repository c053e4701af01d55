import {isList, isObject, type Json} from '../../core/json.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {isSecretReference} from '../../core/workspace/mask.ts';
import type {ProviderConfiguration, ProviderProblem} from '../../core/workspace/named-provider.ts';
import type {Deps} from '../deps.ts';
import {requireConsent} from '../trust/require-consent.ts';
import type {ContextRequest} from './context-request.ts';
import {readReference} from './read-reference.ts';

type Context = Pick<ContextRequest, 'chosen' | 'inSpec'>;

/**
 * Reads each `ref://…` in named providers once. Returns the function that looks a value up.
 * @throws GantryError 'context/value' that names the field, and never a value
 */
export async function readProviderSecrets(
  configurations: readonly {readonly reference: string; readonly found: ProviderConfiguration | ProviderProblem}[],
  {chosen, inSpec}: Context,
  deps: Deps,
): Promise<(uri: string) => Secret | undefined> {
  if (configurations.length > 0) await requireConsent(chosen, deps);
  const fields = new Map(
    configurations.flatMap(({reference, found}) => ('block' in found ? referencesIn(found.block, [reference]) : [])),
  );
  const read = await Promise.all(
    [...fields].map(async ([uri, path]) => {
      const field = `providers.${path}`;
      return [uri, await readReference({field, uri, code: 'context/value'}, {chosen, inSpec, via: []}, deps)] as const;
    }),
  );
  const values = new Map(read);
  deps.redactor.add(values.values());
  return (uri) => values.get(uri);
}

/** Returns the references in a configuration, each with the path of its field. */
function referencesIn(value: Json, path: readonly (string | number)[]): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return isSecretReference(value) ? [[value, path.join('.')]] : [];
  if (isList(value)) return value.flatMap((item, i) => referencesIn(item, [...path, i]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => referencesIn(part, [...path, key]));
}
