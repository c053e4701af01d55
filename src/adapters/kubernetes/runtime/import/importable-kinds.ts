import {GantryError} from '../../../../core/failure/failure.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import {kindNames} from '../../../../core/selection/selector.ts';
import {defined} from '../../../../lib/defined.ts';
import {didYouMean} from '../../../../lib/did-you-mean.ts';
import type {ApiResource, ServedKinds} from '../client/discovery.ts';
import {preferredKinds} from '../client/preferred-kinds.ts';
import {type UnavailableApi, unavailableText} from '../client/unavailable-api.ts';

/**
 * Returns the kinds to import, each in the version that its group prefers. Without names these are all namespaced
 * kinds; cluster-scoped kinds are imported only by name, because they belong to everybody.
 * @throws GantryError `input/usage` for a kind that the cluster does not have
 */
export function importableKinds(
  {resources, unavailable}: ServedKinds,
  wanted: readonly string[],
): readonly ApiResource[] {
  const kinds = preferredKinds(resources, NEEDED_VERBS);
  if (wanted.length === 0) return kinds.filter(({namespaced}) => namespaced);
  const found = new Map<string, ApiResource>();
  for (const name of wanted) {
    const matches = kinds.filter((one) => namesOf(one).includes(name.toLowerCase()));
    if (matches.length === 0) throw unknownKind(name, kinds, unavailable);
    for (const one of matches) found.set(`${one.apiVersion}/${one.kind}`, one);
  }
  return [...found.values()];
}

const NEEDED_VERBS = ['list', 'get', 'create', 'patch'];

/** Returns the names of a kind: those of selectors, and the server's plural. */
const namesOf = ({apiVersion, kind, resource}: ApiResource): readonly string[] => {
  const {group} = groupVersion(apiVersion);
  return [...kindNames({apiVersion, kind}), resource, ...(group === '' ? [] : [`${resource}.${group}`])];
};

function unknownKind(name: string, kinds: readonly ApiResource[], unavailable: readonly UnavailableApi[]): GantryError {
  const nearest = didYouMean(name, new Set(kinds.flatMap(({kind, resource}) => [kind, resource])));
  return new GantryError({
    code: 'input/usage',
    message: [
      `--kind ${name}: the cluster has no such kind that can be imported`,
      ...unavailable.map(unavailableText),
    ].join('; '),
    ...defined({hint: nearest === undefined ? undefined : `Did you mean ${nearest}?`}),
  });
}
