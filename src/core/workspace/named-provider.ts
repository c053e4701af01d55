import {didYouMean} from '../../lib/did-you-mean.ts';
import {isObject, type JsonObject} from '../json.ts';
import type {DecidedKey} from './key-candidate.ts';
import {type ProviderMetaResource, providerBlock, providerNameOf} from './provider-meta.ts';

/** The named providers of a workspace: the configuration of each, by provider and name. */
export type NamedProviders = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

/** The configuration that a provider is started with. */
export type ProviderConfiguration = {
  readonly block: JsonObject;
  /** True if it is complete: the provider gets no key of the context and of the environment. */
  readonly isComplete: boolean;
};

/** The reason why a resource has no provider. */
export type ProviderProblem = {readonly because: string; readonly hint: string};

/**
 * Returns the provider of a resource. A named one (`providerRef: aws.us`) wins over the context, the environment and `providerMeta`, and
 * takes nothing from them. Without `providerRef`, the keys are decided in that order.
 */
export function providerOf(
  resource: ProviderMetaResource,
  providers: NamedProviders,
  decided: readonly DecidedKey[],
): ProviderConfiguration | ProviderProblem {
  const reference = resource.extensions['providerRef'];
  if (reference === undefined) return {block: providerBlock(resource, decided), isComplete: false};
  const parts = typeof reference === 'string' ? reference.split('.') : [];
  const [provider = '', name = '', ...rest] = parts;
  if (provider === '' || name === '' || rest.length > 0)
    return {because: 'providerRef is not PROVIDER.NAME', hint: 'Write for example `providerRef: aws.us`.'};
  const named = own(own(providers, provider), name);
  if (!isObject(named)) return unknown(`${provider}.${name}`, providers);
  const wanted = providerNameOf(resource);
  if (wanted !== undefined && wanted !== provider)
    return {
      because: `providerRef names a provider of ${provider}, and the resource is of ${wanted}`,
      hint: `Name one of \`providers.${wanted}\` of the workspace.`,
    };
  return {block: named, isComplete: true};
}

function unknown(reference: string, providers: NamedProviders): ProviderProblem {
  const known = Object.entries(providers).flatMap(([one, names]) => Object.keys(names).map((name) => `${one}.${name}`));
  const nearest = didYouMean(reference, known);
  const hint =
    nearest !== undefined
      ? `Did you mean ${nearest}?`
      : known.length > 0
        ? `The workspace has ${known.join(', ')}.`
        : 'Add it to `providers` of the workspace.';
  return {because: `the workspace has no provider ${reference}`, hint};
}

const own = <T>(object: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
