import type {JsonObject} from '../../../core/json.ts';
import {listAt, numberAt, objectAt, textAt} from '../../model/part.ts';
import {at, child, duplicate, forbidden, invalid, invalids, optionalChoice, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {isLegacyAddress} from '../address-warnings.ts';
import {between, dnsLabel, dnsSubdomain, dnsSubdomainWithUnderscore, MAX_INT32, qualifiedName} from '../formats.ts';
import {asText, itemsAt} from '../objects/fields.ts';
import {
  choice,
  claimNames,
  containersProblems,
  ephemeralContainersProblems,
  initContainersProblems,
  type Surroundings,
} from './check-container.ts';
import {podResourcesProblems} from './check-resources.ts';
import {osProblems, podSecurityProblems} from './check-security.ts';
import {affinityProblems, spreadProblems, tolerationsProblems} from './check-tolerations.ts';
import {checkVolumes, type Volumes} from './check-volumes.ts';
import {labelsProblems} from './labels.ts';
import {has} from './numbers.ts';

type Context = {
  /** True for a Pod, false for a template. */
  readonly isPod: boolean;
  /** Empty for a template. */
  readonly podName: string;
};

const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];

/** Validates the spec of a Pod (`ValidatePodSpec`). */
export function podSpecProblems(spec: JsonObject, path: string, context: Context): readonly Problem[] {
  const volumes = checkVolumes(spec, path, context.podName);
  const pod = surroundingsOf(spec, volumes);
  return [
    ...(has(spec, 'terminationGracePeriodSeconds') ? [] : [required(child(path, 'terminationGracePeriodSeconds'))]),
    ...volumes.problems,
    ...resourceClaimsProblems(spec, child(path, 'resourceClaims')),
    ...containersProblems(spec, path, pod),
    ...initContainersProblems(spec, path, pod),
    ...ephemeralContainersProblems(spec, path, pod),
    ...podResourcesProblems(spec, path, pod),
    ...hostNetworkProblems(spec, path, context),
    ...choice(spec, path, 'restartPolicy', ['Always', 'OnFailure', 'Never']),
    ...choice(spec, path, 'dnsPolicy', DNS_POLICIES),
    ...labelsProblems(objectAt(spec, 'nodeSelector'), child(path, 'nodeSelector')),
    ...podSecurityProblems(spec, path),
    ...affinityProblems(spec, path),
    ...dnsProblems(spec, child(path, 'dnsConfig')),
    ...gatesProblems(spec, path),
    ...spreadProblems(spec, path),
    ...hostUsersProblems(spec, path),
    ...namesProblems(spec, path),
    ...tolerationsProblems(itemsAt(spec, 'tolerations'), child(path, 'tolerations')),
    ...hostAliasesProblems(spec, child(path, 'hostAliases')),
    ...classNamesProblems(spec, path),
    ...osProblems(spec, path, allContainers(spec, path)),
  ];
}

function surroundingsOf(spec: JsonObject, {sound}: Volumes): Surroundings {
  return {
    volumes: sound,
    claims: claimNames(spec),
    grace: spec['terminationGracePeriodSeconds'],
    restartPolicy: textAt(spec, 'restartPolicy'),
    hostUsers: spec['hostUsers'] !== false,
    os: textAt(spec, 'os', 'name'),
  };
}

/** Returns all containers with their paths. Init containers come first, as in the server's visits of all containers. */
const allContainers = (spec: JsonObject, path: string): readonly (readonly [JsonObject, string])[] =>
  ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    itemsAt(spec, list).map(([container, index]) => [container, at(child(path, list), index)] as const),
  );

function resourceClaimsProblems(spec: JsonObject, path: string): readonly Problem[] {
  const names = new Set<string>();
  return itemsAt(spec, 'resourceClaims').flatMap(([claim, index]) => {
    const [name, field] = [textAt(claim, 'name'), at(path, index)];
    const twice = names.has(name);
    names.add(name);
    const sources = ['resourceClaimName', 'resourceClaimTemplateName'].filter((key) => has(claim, key));
    return [
      ...(name === ''
        ? [required(child(field, 'name'))]
        : invalids(child(field, 'name'), name, twice ? [] : dnsLabel(name))),
      ...(twice ? [duplicate(child(field, 'name'), name)] : []),
      ...(sources.length > 1
        ? [invalid(field, claim, 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified')]
        : []),
      ...(sources.length === 0
        ? [required(field, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`')]
        : []),
    ];
  });
}

const hostNetworkProblems = (spec: JsonObject, path: string, {isPod}: Context): readonly Problem[] =>
  spec['hostNetwork'] !== true
    ? []
    : itemsAt(spec, 'containers').flatMap(([container, index]) =>
        itemsAt(container, 'ports').flatMap(([port, place]) => {
          const [host, own] = [numberAt(port, 'hostPort'), numberAt(port, 'containerPort')];
          const field = child(at(child(at(child(path, 'containers'), index), 'ports'), place), 'hostPort');
          return (isPod || host !== 0) && host !== own
            ? [invalid(field, host, 'must match `containerPort` when `hostNetwork` is true')]
            : [];
        }),
      );

function dnsProblems(spec: JsonObject, path: string): readonly Problem[] {
  const config = objectAt(spec, 'dnsConfig');
  const servers = listAt(config, 'nameservers').map(asText);
  if (textAt(spec, 'dnsPolicy') === 'None') {
    if (config === undefined) return [required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    if (servers.length === 0) {
      return [
        required(child(path, 'nameservers'), 'must provide at least one DNS nameserver when `dnsPolicy` is None'),
      ];
    }
  }
  return [
    ...(servers.length > 3
      ? [invalid(child(path, 'nameservers'), servers, 'must not have more than 3 nameservers')]
      : []),
    ...servers.flatMap((server, index) => addressProblems(server, at(child(path, 'nameservers'), index))),
    ...searchesProblems(listAt(config, 'searches').map(asText), child(path, 'searches')),
    ...itemsAt(config, 'options').flatMap(([option, index]) =>
      textAt(option, 'name') === '' ? [required(at(child(path, 'options'), index), 'must not be empty')] : [],
    ),
  ];
}

const addressProblems = (address: string, path: string): readonly Problem[] =>
  isLegacyAddress(address)
    ? []
    : [invalid(path, address, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')];

function searchesProblems(searches: readonly string[], path: string): readonly Problem[] {
  return [
    ...(searches.length > 32 ? [invalid(path, searches, 'must not have more than 32 search paths')] : []),
    ...(searches.join(' ').length > 2048
      ? [invalid(path, searches, 'must not have more than 2048 characters (including spaces) in the search list')]
      : []),
    ...searches.flatMap((search, index) => {
      const name = search.replace(/\.$/, '');
      return search === '.' ? [] : invalids(at(path, index), name, dnsSubdomainWithUnderscore(name));
    }),
  ];
}

function gatesProblems(spec: JsonObject, path: string): readonly Problem[] {
  const seen = new Set<string>();
  return [
    ...itemsAt(spec, 'readinessGates').flatMap(([gate, index]) => {
      const [type, list] = [textAt(gate, 'conditionType'), child(path, 'readinessGates')];
      return invalids(child(at(list, index), 'conditionType'), type, qualifiedName(type));
    }),
    ...itemsAt(spec, 'schedulingGates').flatMap(([gate, index]) => {
      const [name, field] = [textAt(gate, 'name'), at(child(path, 'schedulingGates'), index)];
      const twice = seen.has(name);
      seen.add(name);
      return [...invalids(field, name, qualifiedName(name)), ...(twice ? [duplicate(field, name)] : [])];
    }),
  ];
}

const not = (field: string): Problem => forbidden(field, 'when `hostUsers` is false');

function hostUsersProblems(spec: JsonObject, path: string): readonly Problem[] {
  if (spec['hostUsers'] !== false) return [];
  return [
    ...(spec['hostNetwork'] === true ? [not(child(path, 'hostNetwork'))] : []),
    ...(spec['hostPID'] === true ? [not(child(path, 'HostPID'))] : []),
    ...(spec['hostIPC'] === true ? [not(child(path, 'HostIPC'))] : []),
    ...allContainers(spec, path)
      .filter(([container]) => listAt(container, 'volumeDevices').length > 0)
      .map(([, field]) => not(child(field, 'volumeDevices'))),
  ];
}

function namesProblems(spec: JsonObject, path: string): readonly Problem[] {
  const deadline = spec['activeDeadlineSeconds'];
  const named = (key: string, check: (name: string) => readonly string[]): readonly Problem[] => {
    const name = textAt(spec, key);
    return name === '' ? [] : invalids(child(path, key), name, check(name));
  };
  return [
    ...named('serviceAccountName', dnsSubdomain),
    ...named('nodeName', dnsSubdomain),
    ...(typeof deadline === 'number' && (deadline < 1 || deadline > MAX_INT32)
      ? [invalid(child(path, 'activeDeadlineSeconds'), deadline, between(1, MAX_INT32))]
      : []),
    ...named('hostname', dnsLabel),
    ...named('subdomain', dnsLabel),
  ];
}

const hostAliasesProblems = (spec: JsonObject, path: string): readonly Problem[] =>
  itemsAt(spec, 'hostAliases').flatMap(([alias, index]) => [
    ...addressProblems(textAt(alias, 'ip'), child(at(path, index), 'ip')),
    ...listAt(alias, 'hostnames').flatMap((name, place) =>
      invalids(at(child(at(path, index), 'hostnames'), place), name, dnsSubdomain(asText(name))),
    ),
  ]);

const PREEMPTIONS = ['PreemptLowerPriority', 'Never'];

function classNamesProblems(spec: JsonObject, path: string): readonly Problem[] {
  const preemption = textAt(spec, 'preemptionPolicy');
  return [
    ...['priorityClassName', 'runtimeClassName'].flatMap((key) => {
      const name = textAt(spec, key);
      return name === '' ? [] : invalids(child(path, key), name, dnsSubdomain(name));
    }),
    ...optionalChoice(child(path, 'preemptionPolicy'), preemption, PREEMPTIONS),
  ];
}
