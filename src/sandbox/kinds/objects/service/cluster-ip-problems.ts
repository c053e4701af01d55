import {isIPv6} from 'node:net';
import type {Json, JsonObject} from '../../../../core/json.ts';
import {listAt, textAt} from '../../../model/part.ts';
import {choiceOf, duplicate, invalid, optionalChoice, required} from '../../../model/problem.ts';
import type {Problem} from '../../../model/status.ts';
import {addressProblems} from '../addresses.ts';
import {isHeadless, needsClusterIp} from './service-type.ts';

const IPS = 'spec.clusterIPs';
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

/** Checks addresses, families and policy, each alone and together (`ValidateServiceClusterIPsRelatedFields`). */
export function clusterIpProblems(service: JsonObject, before: JsonObject | undefined): readonly Problem[] {
  if (!needsClusterIp(service)) return [];
  const ips = listAt(service, 'spec', 'clusterIPs');
  const alone = [...stepProblems(service, ips), ...familyProblems(service), ...policyProblems(service)];
  const known = before === undefined ? [] : listAt(before, 'spec', 'clusterIPs');
  const bad = [
    ...noneProblems(ips),
    ...ips.flatMap((ip, at) => (at === 0 && ip === 'None' ? [] : oneProblems(ip, at, known))),
  ];
  const many = ips.length > 2 ? [invalid(IPS, ips, 'may only hold up to 2 values')] : [];
  if (bad.length > 0) return [...alone, ...bad, ...many];
  return [...alone, ...many, ...pairProblems(ips), ...matchProblems(service, ips)];
}

function stepProblems(service: JsonObject, ips: readonly Json[]): readonly Problem[] {
  const ip = textAt(service, 'spec', 'clusterIP');
  if (ip === '') return ips.length === 0 ? [] : [invalid(IPS, ips, 'must be empty when `clusterIP` is not specified')];
  if (ips.length === 0) return [required(IPS)];
  return ips[0] === ip ? [] : [invalid(IPS, ips, 'first value must match `clusterIP`')];
}

const familyProblems = (service: JsonObject): readonly Problem[] =>
  listAt(service, 'spec', 'ipFamilies').flatMap((family, at, all) => [
    ...choiceOf(`spec.ipFamilies[${at}]`, family, ['IPv4', 'IPv6']),
    ...(all.indexOf(family) < at ? [duplicate(`spec.ipFamilies[${at}]`, family)] : []),
  ]);

function policyProblems(service: JsonObject): readonly Problem[] {
  const policy = textAt(service, 'spec', 'ipFamilyPolicy');
  return optionalChoice('spec.ipFamilyPolicy', policy, POLICIES);
}

const noneProblems = (ips: readonly Json[]): readonly Problem[] =>
  ips[0] === 'None' && ips.length > 1 ? [invalid(IPS, ips, "'None' must be the first and only value")] : [];

const oneProblems = (ip: Json, at: number, known: readonly Json[]): readonly Problem[] =>
  addressProblems(`${IPS}[${at}]`, typeof ip === 'string' ? ip : '', known);

const pairProblems = (ips: readonly Json[]): readonly Problem[] =>
  ips.length > 1 && new Set(ips.map(isSix)).size < ips.length
    ? [invalid(IPS, ips, 'may specify no more than one IP for each IP family')]
    : [];

function matchProblems(service: JsonObject, ips: readonly Json[]): readonly Problem[] {
  const families = listAt(service, 'spec', 'ipFamilies');
  if (isHeadless(service)) return [];
  return ips.slice(0, families.length).flatMap((ip, at) => {
    const family = families[at];
    const fits = family === (isSix(ip) ? 'IPv6' : 'IPv4') || (family !== 'IPv4' && family !== 'IPv6');
    const wanted = `expected an ${family as string} value as indicated by \`ipFamilies[${at}]\``;
    return fits ? [] : [invalid(`${IPS}[${at}]`, ip, wanted)];
  });
}

const isSix = (ip: Json): boolean => typeof ip === 'string' && isIPv6(ip);
