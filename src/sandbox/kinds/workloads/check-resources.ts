import type {Json, JsonObject} from '../../../core/json.ts';
import {compareQuantities, NO_QUANTITY, type Quantity, quantityOf} from '../../../kubernetes/fields/quantity.ts';
import {objectAt, textAt} from '../../model/part.ts';
import {
  at,
  child,
  duplicate,
  forbidden,
  invalid,
  invalids,
  notFound,
  notSupported,
  required,
} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {dnsLabel, qualifiedName} from '../formats.ts';
import {asText, entriesOf, itemsAt} from '../objects/fields.ts';
import {containerRequests} from './resource-defaults.ts';

type NameCheck = (name: string, path: string) => readonly Problem[];

/** Checks the resources of a container or of a whole Pod. */
export function resourcesProblems(
  resources: JsonObject | undefined,
  path: string,
  {names, claims}: {readonly names: NameCheck; readonly claims: readonly string[]},
): readonly Problem[] {
  const [limits, requests] = [objectAt(resources, 'limits'), objectAt(resources, 'requests')];
  return [
    ...entriesOf(limits).flatMap(([name, value]) => {
      const field = at(child(path, 'limits'), name);
      return [...names(name, field), ...quantityProblems(name, value, field), ...hugeProblems(name, value, field)];
    }),
    ...entriesOf(requests).flatMap(([name, value]) => {
      const field = at(child(path, 'requests'), name);
      return [
        ...names(name, field),
        ...quantityProblems(name, value, field),
        ...limitProblems(name, value, limits?.[name], path),
        ...hugeProblems(name, value, field),
      ];
    }),
    ...hugeAlone({...limits, ...requests}, path),
    ...claimsProblems(resources, child(path, 'claims'), claims),
  ];
}

const isHuge = (name: string): boolean => name.startsWith('hugepages-');

/** Reports whether Kubernetes itself counts a resource. All others need whole numbers, with requests equal to limits. */
const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');

const mayOvercommit = (name: string): boolean => isNative(name) && !isHuge(name);

const isExtended = (name: string): boolean =>
  !isNative(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0;

const numberOf = (value: Json | undefined): Quantity => quantityOf(value) ?? NO_QUANTITY;

function quantityProblems(name: string, value: Json, field: string): readonly Problem[] {
  const number = numberOf(value);
  const whole = number.exponent >= 0 || number.digits % 10n ** BigInt(-number.exponent) === 0n;
  return [
    ...(number.digits < 0n ? [invalid(field, value, 'must be greater than or equal to 0')] : []),
    ...(isExtended(name) && !whole ? [invalid(field, value, 'must be an integer')] : []),
  ];
}

function limitProblems(name: string, request: Json, limit: Json | undefined, path: string): readonly Problem[] {
  const field = child(path, 'requests');
  if (limit === undefined) {
    return mayOvercommit(name)
      ? []
      : [required(child(path, 'limits'), 'Limit must be set for non overcommitable resources')];
  }
  const order = compareQuantities(numberOf(request), numberOf(limit));
  if (order !== 0 && !mayOvercommit(name))
    return [invalid(field, request, `must be equal to ${name} limit of ${asText(limit)}`)];
  return order > 0 ? [invalid(field, request, `must be less than or equal to ${name} limit of ${asText(limit)}`)] : [];
}

function hugeProblems(name: string, value: Json, field: string): readonly Problem[] {
  if (!isHuge(name)) return [];
  const page = quantityOf(name.slice('hugepages-'.length));
  const number = numberOf(value);
  const fits = page !== undefined && page.digits > 0n && number.digits > 0n && isMultiple(number, page);
  return fits ? [] : [invalid(field, value, `${asText(value)} is not positive integer multiple of ${name}`)];
}

function isMultiple(number: Quantity, page: Quantity): boolean {
  const exponent = Math.min(number.exponent, page.exponent);
  const scaled = ({digits, exponent: own}: Quantity): bigint => digits * 10n ** BigInt(own - exponent);
  return scaled(number) % scaled(page) === 0n;
}

function hugeAlone(named: JsonObject, path: string): readonly Problem[] {
  const names = Object.keys(named);
  return names.some(isHuge) && !names.includes('cpu') && !names.includes('memory')
    ? [forbidden(path, 'HugePages require cpu or memory')]
    : [];
}

function claimsProblems(
  resources: JsonObject | undefined,
  path: string,
  claims: readonly string[],
): readonly Problem[] {
  const seen = new Set<string>();
  const known = claims.length === 0 ? ' which is empty' : `: ${claims.toSorted().join(', ')}`;
  return itemsAt(resources, 'claims').flatMap(([claim, index]) => {
    const [name, request, field] = [textAt(claim, 'name'), textAt(claim, 'request'), at(path, index)];
    if (name === '') return [required(field)];
    const key = request === '' ? name : `${name}/${request}`;
    const twice = seen.has(name) || seen.has(key);
    seen.add(key);
    return [
      ...(request === '' ? [] : invalids(child(field, 'request'), request, dnsLabel(request))),
      ...(twice ? [duplicate(field, seen.has(name) ? name : key)] : []),
      ...(claims.includes(name)
        ? []
        : [notFound(field, name, `must be one of the names in pod.spec.resourceClaims${known}`)]),
    ];
  });
}

const OF_CONTAINERS = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** Resource names without a prefix that are valid somewhere, for example in a quota. */
const STANDARD = new Set([
  ...OF_CONTAINERS,
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'storage',
  'requests.storage',
  'services.nodeports',
  'services.loadbalancers',
  'count/pods',
]);

const standardName: NameCheck = (name, path) => {
  const problems = invalids(path, name, qualifiedName(name));
  if (problems.length > 0 || name.includes('/') || STANDARD.has(name) || isHuge(name)) return problems;
  return [invalid(path, name, 'must be a standard resource type or fully qualified')];
};

/**
 * Checks the name of a container resource (`validateContainerResourceName`): cpu, memory, ephemeral-storage, huge pages, or an extended
 * resource with a prefix.
 */
export const containerResourceName: NameCheck = (name, path) => {
  const problems = standardName(name, path);
  if (!name.includes('/')) {
    return OF_CONTAINERS.has(name) || isHuge(name)
      ? problems
      : [...problems, invalid(path, name, 'must be a standard resource for containers')];
  }
  return isNative(name) || isExtended(name)
    ? problems
    : [...problems, invalid(path, name, "doesn't follow extended resource name standard")];
};

const podResourceName: NameCheck = (name, path) => {
  const problems = standardName(name, path);
  const supported = name === 'cpu' || name === 'memory' || isHuge(name);
  return problems.length > 0 || supported ? problems : [notSupported(path, name, ['cpu', 'hugepages-', 'memory'])];
};

/** Checks the resources of a whole Pod: at least the sum of its containers, and no container has more. */
export function podResourcesProblems(
  spec: JsonObject,
  path: string,
  {claims, os}: {readonly claims: readonly string[]; readonly os: string},
): readonly Problem[] {
  const resources = objectAt(spec, 'resources');
  if (resources === undefined) return [];
  const field = child(path, 'resources');
  if (os === 'windows') return [forbidden(field, 'may not be set for a windows pod')];
  const ofClaims =
    resources['claims'] === undefined
      ? []
      : [forbidden(child(field, 'claims'), 'claims may not be set for Resources at pod-level')];
  return [
    ...ofClaims,
    ...resourcesProblems(resources, field, {names: podResourceName, claims}),
    ...togetherProblems(spec, resources, field),
    ...limitsProblems(spec, resources, field),
  ];
}

const togetherProblems = (spec: JsonObject, resources: JsonObject, path: string): readonly Problem[] =>
  entriesOf(containerRequests(spec)).flatMap(([name, sum]) => {
    const request = objectAt(resources, 'requests')?.[name];
    return request !== undefined && compareQuantities(numberOf(sum), numberOf(request)) > 0
      ? [
          invalid(
            at(child(path, 'requests'), name),
            request,
            `must be greater than or equal to aggregate container requests of ${asText(sum)}`,
          ),
        ]
      : [];
  });

const limitsProblems = (spec: JsonObject, resources: JsonObject, path: string): readonly Problem[] =>
  itemsAt(spec, 'containers').flatMap(([container, index]) =>
    entriesOf(objectAt(objectAt(container, 'resources'), 'limits')).flatMap(([name, limit]) => {
      const most = objectAt(resources, 'limits')?.[name];
      return most !== undefined && compareQuantities(numberOf(limit), numberOf(most)) > 0
        ? [
            invalid(
              // The path as the server writes it in this case.
              child(at(at(child(path, 'containers'), index), name), 'limits'),
              limit,
              `must be less than or equal to pod limits of ${asText(most)}`,
            ),
          ]
        : [];
    }),
  );
