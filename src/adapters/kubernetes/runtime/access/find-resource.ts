import {GantryError} from '../../../../core/failure/failure.ts';
import {didYouMean} from '../../../../lib/did-you-mean.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource} from '../client/discovery.ts';
import {type UnavailableApi, unavailableText} from '../client/unavailable-api.ts';

/** A resource that a person named. `served` is absent if no available API has it. */
export type FoundResource = {
  readonly group: string;
  readonly resource: string;
  /** The resource as the server describes it. */
  readonly served?: ApiResource;
  /** The APIs whose resources could not be checked. */
  readonly unavailable: readonly UnavailableApi[];
};

/** Names that are not API resources, but the subjects of impersonation permissions. */
const ONLY_FOR_PERMISSIONS: Readonly<Record<string, string>> = {
  users: '',
  groups: '',
  uids: 'authentication.k8s.io',
  userextras: 'authentication.k8s.io',
};

/**
 * Finds a resource by its name: `deployments`, `deployment`, `deploy`, `Deployment`, `deployments.apps`,
 * `deployments.v1.apps`. If several groups have it, the one that the server lists first is used, as in kubectl.
 * @throws GantryError 'input/usage' for a resource that no available API has
 */
export async function findResource(client: Pick<KubernetesClient, 'discovery'>, text: string): Promise<FoundResource> {
  if (text === '*') return {group: '*', resource: '*', unavailable: []};
  const wanted = text.toLowerCase();
  const {resources: all, unavailable} = await client.discovery.served();
  const [name = '', ...rest] = wanted.split('.');
  const found =
    all.find((one) => rest.length === 0 && isCalled(one, wanted)) ??
    all.find((one) => rest.length > 0 && isCalled(one, name) && isWithin(one, rest.join('.')));
  if (found !== undefined) return {group: groupOf(found), resource: found.resource, served: found, unavailable};
  const special = ONLY_FOR_PERMISSIONS[wanted];
  if (special !== undefined) return {group: special, resource: wanted, unavailable};
  // A permission may be granted before the CRD exists.
  if (rest.length > 1) return {group: rest.join('.'), resource: name, unavailable};
  const near = didYouMean(wanted, new Set(all.flatMap(namesOf)));
  throw new GantryError({
    code: 'input/usage',
    message: [`this cluster has no resource "${text}"`, ...unavailable.map(unavailableText)].join('; '),
    hint: `${near === undefined ? '' : `did you mean ${near}? `}to name a resource that does not exist yet, write its full group too, as in widgets.example.com`,
  });
}

const namesOf = ({resource, kind, aliases = []}: ApiResource): readonly string[] => [
  resource,
  kind.toLowerCase(),
  ...aliases,
];

const isCalled = (one: ApiResource, name: string): boolean => namesOf(one).includes(name);

const groupOf = ({apiVersion}: ApiResource): string =>
  apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';

/** Reports whether a resource is in `apps`, or in `v1.apps`. */
function isWithin(one: ApiResource, place: string): boolean {
  const [group, version] = [groupOf(one), one.apiVersion.split('/').at(-1) ?? ''];
  return place === group || place === `${version}.${group}`.replace(/\.$/, '');
}
