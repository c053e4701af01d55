import type {JsonObject} from '../../../../core/json.ts';
import {listAt, partAt, text, textsAt} from '../../../model/part.ts';
import {at, child} from '../../../model/problem.ts';
import type {Write} from '../../../model/rules.ts';
import {addressWarnings} from '../../address-warnings.ts';
import {cidrWarnings} from '../../cidr-warnings.ts';
import {balancerWarnings} from '../object-warnings.ts';

const HINTS = 'service.kubernetes.io/topology-aware-hints';

/** Returns the warnings for a Service: fields that its type ignores, and addresses in an old form (`GetWarningsForService`). */
export function serviceWarnings({object, subresource}: Write): readonly string[] {
  if (subresource === 'status') return balancerWarnings(object);
  if (subresource !== '') return [];
  const spec = partAt(object, 'spec');
  const [type, balancer] = [text(spec['type']), text(spec['loadBalancerIP'])];
  const isHeadless = type === 'ClusterIP' && spec['clusterIP'] === 'None';
  const hasExternal = listAt(spec, 'externalIPs').length > 0;
  const inList = (key: string, warn: typeof addressWarnings): readonly string[] =>
    textsAt(spec, key).flatMap((value, i) => warn(value, at(child('spec', key), i)));
  return [
    ...(Object.hasOwn(partAt(object, 'metadata', 'annotations'), HINTS)
      ? [`annotation ${HINTS} is deprecated, please use service.kubernetes.io/topology-mode instead`]
      : []),
    ...(type === 'ExternalName' || isHeadless ? [] : inList('clusterIPs', addressWarnings)),
    ...(isHeadless ? ignoredWhenHeadless(spec) : []),
    ...inList('externalIPs', addressWarnings),
    ...(balancer === '' ? [] : addressWarnings(balancer, 'spec.loadBalancerIP')),
    ...inList('loadBalancerSourceRanges', cidrWarnings),
    ...(type === 'ExternalName' && hasExternal ? ['spec.externalIPs is ignored when spec.type is "ExternalName"'] : []),
    ...(type !== 'ExternalName' && text(spec['externalName']) !== ''
      ? ['spec.externalName is ignored when spec.type is not "ExternalName"']
      : []),
  ];
}

const ignoredWhenHeadless = (spec: JsonObject): readonly string[] => [
  ...(text(spec['loadBalancerIP']) === '' ? [] : ['spec.loadBalancerIP is ignored for headless services']),
  ...(listAt(spec, 'externalIPs').length === 0 ? [] : ['spec.externalIPs is ignored for headless services']),
  ...(spec['sessionAffinity'] === 'None' ? [] : ['spec.SessionAffinity is ignored for headless services']),
];
