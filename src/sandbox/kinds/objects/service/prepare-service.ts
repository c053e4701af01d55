import type {JsonObject} from '../../../../core/json.ts';
import {deepEqual} from '../../../../lib/deep-equal.ts';
import {numberAt, objectAt} from '../../../model/part.ts';
import type {Write} from '../../../model/rules.ts';
import {changeAt, without} from '../fields.ts';
import {withClusterIps} from './cluster-ip.ts';
import {withNodePorts} from './node-ports.ts';
import {
  isExternallyAccessible,
  needsClusterIp,
  needsHealthCheck,
  nodePortsOf,
  takesNodePorts,
  typeOf,
} from './service-type.ts';

/** Allocates the values that a Service needs, and drops those of its former type. */
export function prepareService(write: Write): JsonObject {
  if (write.subresource !== '') return write.object;
  const fresh = write.before === undefined ? {...write.object, status: {loadBalancer: {}}} : write.object;
  const addressed = withClusterIps({...write, object: fresh});
  const service = withNodePorts({...write, object: addressed});
  return write.before === undefined ? service : dropForType(service, write.before);
}

type Needs = (service: JsonObject) => boolean;

const isBalanced: Needs = (service) => typeOf(service) === 'LoadBalancer';

/** Fields that belong to a type. They are dropped with it, unless the writer changed them too, which validation refuses. */
const OF_TYPE: readonly {readonly needs: Needs; readonly fields: readonly string[]}[] = [
  {needs: needsHealthCheck, fields: ['healthCheckNodePort']},
  {needs: isBalanced, fields: ['allocateLoadBalancerNodePorts']},
  {needs: isBalanced, fields: ['loadBalancerClass']},
  {needs: isExternallyAccessible, fields: ['externalTrafficPolicy']},
  {needs: needsClusterIp, fields: ['clusterIP', 'clusterIPs']},
  {needs: needsClusterIp, fields: ['ipFamilies']},
  {needs: needsClusterIp, fields: ['ipFamilyPolicy']},
];

function dropForType(given: JsonObject, before: JsonObject): JsonObject {
  let service = given;
  for (const {needs, fields} of OF_TYPE) {
    const [now, old] = [objectAt(given, 'spec'), objectAt(before, 'spec')];
    const same = fields.every((field) => deepEqual(now?.[field], old?.[field]));
    if (needs(before) && !needs(given) && same)
      service = changeAt(service, ['spec'], (spec) => without(spec, ...fields));
  }
  const added = nodePortsOf(given).some((port) => !nodePortsOf(before).includes(port));
  if (takesNodePorts(before) && !takesNodePorts(given) && !added) {
    service = changeAt(service, ['spec', 'ports', '*'], (port) =>
      numberAt(port, 'nodePort') === 0 ? port : without(port, 'nodePort'),
    );
  }
  if (!needsClusterIp(service)) service = changeAt(service, ['spec'], (spec) => without(spec, 'internalTrafficPolicy'));
  return typeOf(service) === 'LoadBalancer'
    ? service
    : {...service, status: {...objectAt(service, 'status'), loadBalancer: {}}};
}
