import {isIPv6} from 'node:net';
import type {Json, JsonObject} from '../../../../core/json.ts';
import {deepEqual} from '../../../../lib/deep-equal.ts';
import {defined} from '../../../../lib/defined.ts';
import {nameOf, namespaceOf} from '../../../model/metadata.ts';
import {listAt, objectAt, partAt, textAt} from '../../../model/part.ts';
import {invalid} from '../../../model/problem.ts';
import type {Write} from '../../../model/rules.ts';
import type {Problem} from '../../../model/status.ts';
import {changeAt, withField} from '../fields.ts';
import {invalidObject} from '../invalid-object.ts';
import {clusterIpProblems} from './cluster-ip-problems.ts';
import {hashOf} from './hash.ts';
import {needsClusterIp, typeOf} from './service-type.ts';

/** The range of the cluster IPs, the same as in the test cluster. */
export const SERVICE_RANGE = '10.96.0.0/16';

/** The lower part of the range is reserved for Services that request a specific address. */
const FIRST_DYNAMIC = 257;
const COUNT = 65_534;

/**
 * Sets `clusterIP`, `clusterIPs`, `ipFamilies` and `ipFamilyPolicy` in a cluster with one IP family. Missing values are kept from before,
 * inferred or allocated before validation, as in `pkg/registry/core/service/storage/alloc.go`.
 */
export function withClusterIps(write: Write): JsonObject {
  const {before} = write;
  const given = before === undefined ? inStep(write.object) : inStep(keepAllocated(write.object, before), before);
  if (!needsClusterIp(given) || (before !== undefined && keepsPreferring(given, before))) return given;
  const named = withPolicy(given, before);
  refuse(named, clusterIpProblems(named, before));
  const familied = withFamilies(named, before);
  return allocated(familied, write);
}

/** Keeps allocated values that the writer leaves out, so that applying the same file again changes nothing. */
function keepAllocated(service: JsonObject, before: JsonObject): JsonObject {
  if (!needsClusterIp(service) || !needsClusterIp(before)) return service;
  const [ip, ips] = [textAt(before, 'spec', 'clusterIP'), listAt(before, 'spec', 'clusterIPs')];
  return changeAt(service, ['spec'], (spec) => ({
    ...spec,
    ...defined({
      clusterIP: textAt(spec, 'clusterIP') === '' && ip !== '' ? ip : undefined,
      clusterIPs: listAt(spec, 'clusterIPs').length === 0 && ips.length > 0 ? ips : undefined,
    }),
  }));
}

/** Synchronizes the singular and the plural field for clients that know only one of them (`normalizeClusterIPs`). */
function inStep(service: JsonObject, before?: JsonObject): JsonObject {
  const [ip, ips] = [textAt(service, 'spec', 'clusterIP'), listAt(service, 'spec', 'clusterIPs')];
  const set = (value: Json | undefined): JsonObject =>
    changeAt(service, ['spec'], (spec) => withField(spec, 'clusterIPs', value));
  if (before === undefined) return ip !== '' && ips.length === 0 ? set([ip]) : service;
  const [oldIp, oldIps] = [textAt(before, 'spec', 'clusterIP'), listAt(before, 'spec', 'clusterIPs')];
  if (ip === oldIp) return oldIps.length > 0 && ips.length === 0 ? set(oldIps) : service;
  if (!deepEqual(ips, oldIps)) return service;
  return set(ip === '' ? undefined : [ip]);
}

/** Reports whether an unchanged Service with PreferDualStack keeps its families, whatever families the cluster has now. */
function keepsPreferring(service: JsonObject, before: JsonObject): boolean {
  const same = ['type', 'clusterIP', 'clusterIPs', 'ipFamilies'].every((key) =>
    deepEqual(objectAt(service, 'spec')?.[key], objectAt(before, 'spec')?.[key]),
  );
  const old = textAt(before, 'spec', 'ipFamilyPolicy');
  return same && policyOf(service) === 'PreferDualStack' && (old === '' || old === 'PreferDualStack');
}

const policyOf = (service: JsonObject): string => textAt(service, 'spec', 'ipFamilyPolicy');

const isBare = (service: JsonObject): boolean =>
  textAt(service, 'spec', 'clusterIP') === 'None' && Object.keys(partAt(service, 'spec', 'selector')).length === 0;

function withPolicy(service: JsonObject, before: JsonObject | undefined): JsonObject {
  if (policyOf(service) !== '') return service;
  const old = before === undefined ? '' : policyOf(before);
  const policy = old === '' ? (isBare(service) ? 'RequireDualStack' : 'SingleStack') : old;
  return changeAt(service, ['spec'], (spec) => ({...spec, ipFamilyPolicy: policy}));
}

const familyOf = (ip: Json): string => (typeof ip === 'string' && isIPv6(ip) ? 'IPv6' : 'IPv4');

function withFamilies(service: JsonObject, before: JsonObject | undefined): JsonObject {
  const policy = policyOf(service);
  const ips = listAt(service, 'spec', 'clusterIPs');
  const given = listAt(service, 'spec', 'ipFamilies');
  const inferred = ips.slice(given.length).filter((ip) => ip !== 'None');
  refuse(service, [
    ...(before === undefined ? [] : releaseProblems(service, before)),
    ...(policy === 'SingleStack' ? twoFamilies(ips, given, policy) : []),
    ...inferred.flatMap((ip, at) =>
      familyOf(ip) === 'IPv4'
        ? []
        : [invalid(`spec.clusterIPs[${given.length + at}]`, ips, 'IPv6 is not configured on this cluster')],
    ),
  ]);
  const families = [...given, ...inferred.map(familyOf)];
  const set = (ipFamilies: readonly Json[]): JsonObject =>
    changeAt(service, ['spec'], (spec) => ({...spec, ipFamilies}));
  if (isBare(service)) {
    const first = families.length === 0 ? ['IPv4'] : families;
    return set(
      first.length < 2 && policy !== 'SingleStack' ? [...first, first[0] === 'IPv4' ? 'IPv6' : 'IPv4'] : first,
    );
  }
  refuse(service, [
    ...(policy === 'RequireDualStack'
      ? [invalid('spec.ipFamilyPolicy', policy, 'this cluster is not configured for dual-stack services')]
      : []),
    ...families.flatMap((family, at) =>
      family === 'IPv4' ? [] : [invalid(`spec.ipFamilies[${at}]`, family, 'not configured on this cluster')],
    ),
  ]);
  return set(families.length === 0 ? ['IPv4'] : families);
}

const twoFamilies = (ips: readonly Json[], families: readonly Json[], policy: string): readonly Problem[] =>
  [
    {count: ips.length, what: 'cluster IPs'},
    {count: families.length, what: 'IP families'},
  ].flatMap(({count, what}) =>
    count === 2
      ? [
          invalid(
            'spec.ipFamilyPolicy',
            policy,
            `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`,
          ),
        ]
      : [],
  );

/** Checks that releasing the secondary address is explicit. */
function releaseProblems(service: JsonObject, before: JsonObject): readonly Problem[] {
  const policy = policyOf(service);
  if (policy === 'SingleStack') return [];
  const fewer = (key: string): boolean =>
    listAt(service, 'spec', key).length !== 0 &&
    listAt(service, 'spec', key).length < listAt(before, 'spec', key).length;
  return [
    ...(fewer('clusterIPs')
      ? [invalid('spec.ipFamilyPolicy', policy, "must be 'SingleStack' to release the secondary cluster IP")]
      : []),
    ...(fewer('ipFamilies')
      ? [invalid('spec.ipFamilyPolicy', policy, "must be 'SingleStack' to release the secondary IP family")]
      : []),
  ];
}

function allocated(service: JsonObject, write: Write): JsonObject {
  const {before, dryRun = false} = write;
  const ips = listAt(service, 'spec', 'clusterIPs');
  if (ips[0] === 'None' || (before !== undefined && typeOf(before) !== 'ExternalName')) return service;
  // A dry run of the real server does not look at the addresses of other Services.
  const others = dryRun ? [] : write.cluster.list('services');
  const taken = new Set(others.flatMap((other) => listAt(other, 'spec', 'clusterIPs')));
  const [asked] = ips;
  if (typeof asked === 'string' && asked !== '') {
    const problem = cannotHave(asked, taken);
    if (problem !== undefined) {
      throw invalidObject(service, '', [invalid('spec.clusterIPs', ips, `failed to allocate IP ${asked}: ${problem}`)]);
    }
    return service;
  }
  const ip = dryRun ? addressAt(0) : freeAddress(service, taken);
  return changeAt(service, ['spec'], (spec) => ({...spec, clusterIP: ip, clusterIPs: [ip]}));
}

function cannotHave(ip: string, taken: ReadonlySet<Json>): string | undefined {
  const at = placeOf(ip);
  if (at < 1 || at > COUNT) {
    return `the provided IP (${ip}) is not in the valid range. The range of valid IPs is ${SERVICE_RANGE}`;
  }
  return taken.has(ip) ? 'provided IP is already allocated' : undefined;
}

/** Returns a free address. The search starts at a hash of the name, so that the same Services get the same addresses everywhere. */
function freeAddress(service: JsonObject, taken: ReadonlySet<Json>): string {
  const count = COUNT - FIRST_DYNAMIC + 1;
  const start = hashOf(`${namespaceOf(service)}/${nameOf(service)}`) % count;
  for (let step = 0; step < count; step++) {
    const ip = addressAt(FIRST_DYNAMIC + ((start + step) % count));
    if (!taken.has(ip)) return ip;
  }
  throw new Error('failed to allocate a serviceIP: range is full');
}

const addressAt = (place: number): string => `10.96.${place >> 8}.${place & 255}`;

function placeOf(ip: string): number {
  const [a, b, c, d] = ip.split('.').map(Number);
  return a === 10 && b === 96 && c !== undefined && d !== undefined ? c * 256 + d : -1;
}

function refuse(service: JsonObject, problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalidObject(service, '', problems);
}
