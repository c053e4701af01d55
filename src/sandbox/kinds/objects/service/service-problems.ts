import type {JsonObject} from '../../../../core/json.ts';
import {listAt, numberAt, objectAt, textAt} from '../../../model/part.ts';
import {choiceOf, forbidden, invalid, notSupported, optionalChoice, required} from '../../../model/problem.ts';
import type {Write} from '../../../model/rules.ts';
import type {Problem} from '../../../model/status.ts';
import {dnsSubdomain, qualifiedName} from '../../formats.ts';
import {labelsProblems} from '../../workloads/labels.ts';
import {addressProblems, endpointProblems, networkProblems} from '../addresses.ts';
import {asText} from '../fields.ts';
import {balancerStatusProblems} from './balancer-status-problems.ts';
import {clusterIpProblems} from './cluster-ip-problems.ts';
import {duplicatePortProblems, portProblems} from './port-problems.ts';
import {serviceChangeProblems} from './service-change-problems.ts';
import {isExternallyAccessible, isHeadless, needsClusterIp, needsHealthCheck, typeOf} from './service-type.ts';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const BALANCED_ONLY = "may only be used when `type` is 'LoadBalancer'";

/** Validates a Service (`ValidateServiceCreate`, `ValidateServiceUpdate`, `ValidateServiceStatusUpdate`). */
export function serviceProblems({object, before, subresource}: Write): readonly Problem[] {
  if (subresource === 'status') return balancerStatusProblems(object, before);
  return [
    ...(before === undefined ? [] : serviceChangeProblems(object, before)),
    ...typeProblems(object),
    ...portProblems(object),
    ...labelsProblems(objectAt(object, 'spec', 'selector'), 'spec.selector'),
    ...affinityProblems(object),
    ...clusterIpProblems(object, before),
    ...externalIpProblems(object, before),
    ...choiceOf('spec.type', typeOf(object), TYPES),
    ...duplicatePortProblems(object),
    ...sourceRangeProblems(object, before),
    ...balancerProblems(object),
    ...trafficProblems(object),
  ];
}

function typeProblems(service: JsonObject): readonly Problem[] {
  const type = typeOf(service);
  const portless = listAt(service, 'spec', 'ports').length === 0 && !isHeadless(service) && needsClusterIp(service);
  const ports = portless ? [required('spec.ports')] : [];
  if (!needsClusterIp(service)) return [...ports, ...externalNameProblems(service)];
  return (type === 'LoadBalancer' || type === 'NodePort') && isHeadless(service)
    ? [...ports, invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`)]
    : ports;
}

function externalNameProblems(service: JsonObject): readonly Problem[] {
  const not = 'may not be set for ExternalName services';
  const name = textAt(service, 'spec', 'externalName').replace(/\.$/u, '');
  return [
    ...['clusterIPs', 'ipFamilies'].flatMap((key) =>
      listAt(service, 'spec', key).length > 0 ? [forbidden(`spec.${key}`, not)] : [],
    ),
    ...(textAt(service, 'spec', 'ipFamilyPolicy') === '' ? [] : [forbidden('spec.ipFamilyPolicy', not)]),
    ...(name === ''
      ? [required('spec.externalName')]
      : dnsSubdomain(name).map((why) => invalid('spec.externalName', name, why))),
  ];
}

const DAY = 86_400;

function affinityProblems(service: JsonObject): readonly Problem[] {
  const affinity = textAt(service, 'spec', 'sessionAffinity');
  if (affinity === 'None') return [];
  if (affinity !== 'ClientIP') return [notSupported('spec.sessionAffinity', affinity, ['ClientIP', 'None'])];
  const seconds = numberAt(service, 'spec', 'sessionAffinityConfig', 'clientIP', 'timeoutSeconds');
  return seconds > 0 && seconds <= DAY
    ? []
    : [
        invalid(
          'spec.sessionAffinityConfig.clientIP.timeoutSeconds',
          seconds,
          `must be greater than 0 and less than ${DAY}`,
        ),
      ];
}

function externalIpProblems(service: JsonObject, before: JsonObject | undefined): readonly Problem[] {
  const known = listAt(before, 'spec', 'externalIPs');
  return listAt(service, 'spec', 'externalIPs').flatMap((ip, at) => {
    const field = `spec.externalIPs[${at}]`;
    const problems = addressProblems(field, asText(ip), known);
    return problems.length > 0 ? problems : endpointProblems(field, asText(ip));
  });
}

function sourceRangeProblems(service: JsonObject, before: JsonObject | undefined): readonly Problem[] {
  const ranges = listAt(service, 'spec', 'loadBalancerSourceRanges');
  const field = 'spec.LoadBalancerSourceRanges';
  const known = listAt(before, 'spec', 'loadBalancerSourceRanges').map((range) => asText(range).trim());
  return [
    ...(ranges.length > 0 && typeOf(service) !== 'LoadBalancer' ? [forbidden(field, BALANCED_ONLY)] : []),
    ...ranges.flatMap((range, at) => networkProblems(`${field}[${at}]`, asText(range).trim(), known)),
  ];
}

function balancerProblems(service: JsonObject): readonly Problem[] {
  const name = textAt(service, 'spec', 'loadBalancerClass');
  const balanced = typeOf(service) === 'LoadBalancer';
  const has = (key: string): boolean => objectAt(service, 'spec')?.[key] !== undefined;
  return [
    ...(has('allocateLoadBalancerNodePorts') && !balanced
      ? [forbidden('spec.allocateLoadBalancerNodePorts', BALANCED_ONLY)]
      : []),
    ...(has('loadBalancerClass') && !balanced ? [forbidden('spec.loadBalancerClass', BALANCED_ONLY)] : []),
    ...(has('loadBalancerClass') && balanced
      ? qualifiedName(name).map((why) => invalid('spec.loadBalancerClass', name, why))
      : []),
  ];
}

const POLICIES = ['Cluster', 'Local'];

function trafficProblems(service: JsonObject): readonly Problem[] {
  const [external, internal] = [
    textAt(service, 'spec', 'externalTrafficPolicy'),
    textAt(service, 'spec', 'internalTrafficPolicy'),
  ];
  const distribution = textAt(service, 'spec', 'trafficDistribution');
  return [
    ...externalPolicyProblems(service, external),
    ...healthCheckProblems(service),
    ...optionalChoice('spec.internalTrafficPolicy', internal, POLICIES),
    ...optionalChoice('spec.trafficDistribution', distribution, DISTRIBUTIONS),
  ];
}

const DISTRIBUTIONS = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

function externalPolicyProblems(service: JsonObject, policy: string): readonly Problem[] {
  const field = 'spec.externalTrafficPolicy';
  if (!isExternallyAccessible(service)) {
    return policy === '' ? [] : [invalid(field, policy, 'may only be set for externally-accessible services')];
  }
  return choiceOf(field, policy, POLICIES);
}

function healthCheckProblems(service: JsonObject): readonly Problem[] {
  const port = numberAt(service, 'spec', 'healthCheckNodePort');
  const field = 'spec.healthCheckNodePort';
  if (needsHealthCheck(service)) {
    return port >= 1 && port <= 65_535 ? [] : [invalid(field, port, 'must be between 1 and 65535, inclusive')];
  }
  const only = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return port === 0 ? [] : [invalid(field, port, only)];
}
