import {listAt, partAt, text} from '../../../model/part.ts';
import type {Write} from '../../../model/rules.ts';

const HINTS = 'service.kubernetes.io/topology-aware-hints';

/** Fields of a Service that its type leaves without effect. */
export function serviceWarnings({object, subresource}: Write): readonly string[] {
  if (subresource !== '') return [];
  const spec = partAt(object, 'spec');
  const [type, hasExternal] = [text(spec['type']), listAt(spec, 'externalIPs').length > 0];
  const isHeadless = type === 'ClusterIP' && spec['clusterIP'] === 'None';
  const isNamed = type === 'ExternalName';
  return [
    [
      Object.hasOwn(partAt(object, 'metadata', 'annotations'), HINTS),
      `annotation ${HINTS} is deprecated, please use service.kubernetes.io/topology-mode instead`,
    ] as const,
    [
      isHeadless && text(spec['loadBalancerIP']) !== '',
      'spec.loadBalancerIP is ignored for headless services',
    ] as const,
    [isHeadless && hasExternal, 'spec.externalIPs is ignored for headless services'] as const,
    [
      isHeadless && spec['sessionAffinity'] !== 'None',
      'spec.SessionAffinity is ignored for headless services',
    ] as const,
    [isNamed && hasExternal, 'spec.externalIPs is ignored when spec.type is "ExternalName"'] as const,
    [
      !isNamed && text(spec['externalName']) !== '',
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    ] as const,
  ].flatMap(([holds, warning]) => (holds ? [warning] : []));
}
