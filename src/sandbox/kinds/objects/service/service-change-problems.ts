import type {Json, JsonObject} from '../../../../core/json.ts';
import {listAt, numberAt, objectAt, textAt} from '../../../model/part.ts';
import {forbidden, invalid} from '../../../model/problem.ts';
import type {Problem} from '../../../model/status.ts';
import {isHeadless, needsClusterIp, needsHealthCheck, typeOf} from './service-type.ts';

const ONCE = 'may not change once set';

/** Checks the immutable fields of a Service. */
export function serviceChangeProblems(service: JsonObject, before: JsonObject): readonly Problem[] {
  return [
    ...(needsClusterIp(service) && needsClusterIp(before) ? allocationProblems(service, before) : []),
    ...classProblems(service, before),
    ...(needsHealthCheck(before) &&
    needsHealthCheck(service) &&
    numberAt(before, 'spec', 'healthCheckNodePort') !== numberAt(service, 'spec', 'healthCheckNodePort')
      ? [forbidden('spec.healthCheckNodePort', 'field is immutable')]
      : []),
  ];
}

function allocationProblems(service: JsonObject, before: JsonObject): readonly Problem[] {
  const [now, old] = [isHeadless(service), isHeadless(before)];
  return [
    ...(now && old ? [] : ipProblems(service, before)),
    ...(now || now !== old ? [] : familyProblems(service, before)),
  ];
}

function ipProblems(service: JsonObject, before: JsonObject): readonly Problem[] {
  const [ips, old] = [listAt(service, 'spec', 'clusterIPs'), listAt(before, 'spec', 'clusterIPs')];
  const changed = (at: number): Problem => invalid(`spec.clusterIPs[${at}]`, ips, ONCE);
  if (ips.length === old.length) return changes(ips, old).map(changed);
  if (ips.length === 0) return [invalid('spec.clusterIPs[0]', [], 'primary clusterIP can not be unset')];
  const first = old.length > 0 && ips[0] !== old[0] ? [changed(0)] : [];
  const policy = textAt(service, 'spec', 'ipFamilyPolicy');
  return old.length > ips.length && ips.length === 1 && policy !== 'SingleStack'
    ? [
        ...first,
        invalid('spec.ipFamilyPolicy', policy, "must be set to 'SingleStack' when releasing the secondary clusterIP"),
      ]
    : first;
}

function familyProblems(service: JsonObject, before: JsonObject): readonly Problem[] {
  const [families, old] = [listAt(service, 'spec', 'ipFamilies'), listAt(before, 'spec', 'ipFamilies')];
  if (families.length === old.length) {
    return changes(families, old).map(() => invalid('spec.ipFamilies[0]', families, ONCE));
  }
  return families.length > 0 && old.length > 0 && families[0] !== old[0]
    ? [invalid('spec.ipFamilies[0]', listAt(service, 'spec', 'clusterIPs'), ONCE)]
    : [];
}

/** Returns the indexes at which two lists of equal length differ. */
const changes = (now: readonly Json[], old: readonly Json[]): readonly number[] =>
  now.flatMap((value, at) => (value === old[at] ? [] : [at]));

function classProblems(service: JsonObject, before: JsonObject): readonly Problem[] {
  const key = 'loadBalancerClass';
  const [now, old] = [objectAt(service, 'spec')?.[key], objectAt(before, 'spec')?.[key]];
  const both = typeOf(service) === 'LoadBalancer' && typeOf(before) === 'LoadBalancer';
  return both && now !== old ? [invalid(`spec.${key}`, now ?? null, ONCE)] : [];
}
