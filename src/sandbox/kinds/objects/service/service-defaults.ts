import type {Json, JsonObject} from '../../../../core/json.ts';
import {defined} from '../../../../lib/defined.ts';
import {objectAt, partAt, textAt} from '../../../model/part.ts';
import {changeAt, withDefaults, withField} from '../fields.ts';
import {isExternallyAccessible, typeOf} from './service-type.ts';

/** Sets the defaults of a Service (`SetDefaults_Service`). */
export function serviceDefaults(service: JsonObject): JsonObject {
  const named = {
    ...service,
    spec: withDefaults(partAt(service, 'spec'), {sessionAffinity: 'None', type: 'ClusterIP'}),
    status: withDefaults(partAt(service, 'status'), {loadBalancer: {}}),
  };
  const ported = changeAt(named, ['spec', 'ports', '*'], portDefaults);
  const whole = changeAt(ported, ['spec'], (spec) => withDefaults(affinity(spec), trafficDefaults(ported)));
  return typeOf(whole) === 'LoadBalancer'
    ? changeAt(whole, ['status', 'loadBalancer', 'ingress', '*'], (ingress) =>
        textAt(ingress, 'ip') === '' ? ingress : withDefaults(ingress, {ipMode: 'VIP'}),
      )
    : whole;
}

function portDefaults(port: JsonObject): JsonObject {
  const {targetPort} = port;
  const missing = targetPort === undefined || targetPort === 0 || targetPort === '';
  return {
    ...withDefaults(port, {protocol: 'TCP'}),
    ...defined({targetPort: missing ? (port['port'] ?? 0) : undefined}),
  };
}

const HOURS_3 = 10_800;

function affinity(spec: JsonObject): JsonObject {
  if (spec['sessionAffinity'] === 'None') return withField(spec, 'sessionAffinityConfig', undefined);
  if (spec['sessionAffinity'] !== 'ClientIP') return spec;
  const given = objectAt(spec, 'sessionAffinityConfig', 'clientIP')?.['timeoutSeconds'];
  return given === undefined ? {...spec, sessionAffinityConfig: {clientIP: {timeoutSeconds: HOURS_3}}} : spec;
}

function trafficDefaults(service: JsonObject): JsonObject {
  const type = typeOf(service);
  const defaults: Record<string, Json> = {};
  if (isExternallyAccessible(service)) defaults['externalTrafficPolicy'] = 'Cluster';
  if (['ClusterIP', 'NodePort', 'LoadBalancer'].includes(type)) defaults['internalTrafficPolicy'] = 'Cluster';
  if (type === 'LoadBalancer') defaults['allocateLoadBalancerNodePorts'] = true;
  return defaults;
}
