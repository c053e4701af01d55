import type {LoadedResources} from '../../config/load-resources.ts';
import {isGeneratedReference, sourceOfReference} from '../../core/chart/generated-reference.ts';
import {secretReferencesIn} from '../../core/reference/secret-references-in.ts';
import type {GeneratedValues} from '../secret/resolve-generated.ts';
import type {ChosenHooks} from './chosen-hooks.ts';

/**
 * Returns the generated values of the hooks that run, without the `known` ones. They are new in each run, as with Helm: each run
 * creates the object again, and nothing can be kept from it.
 */
export async function hookValues(
  {due}: ChosenHooks,
  {generated = []}: Pick<LoadedResources, 'generated'>,
  known: GeneratedValues,
): Promise<GeneratedValues> {
  const references = due
    .filter(({hook}) => hook.isExpandable)
    .flatMap(({hook}) => secretReferencesIn(hook.attributes).map(({uri}) => uri));
  const missing = new Set(references.filter((uri) => isGeneratedReference(uri) && !known.has(uri)));
  const sources = new Set([...missing].map(sourceOfReference));
  const renewed = await Promise.all(generated.filter(({source}) => sources.has(source)).map((group) => group.renew()));
  return new Map(renewed.flatMap((values) => [...values]).filter(([reference]) => missing.has(reference)));
}
