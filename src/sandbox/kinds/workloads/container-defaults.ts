import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {objectAt, part, partAt, textAt} from '../../model/part.ts';
import {changeAt, withDefaults} from '../objects/fields.ts';
import {pullPolicyOf} from './pull-policy.ts';
import {roundedResources} from './resource-defaults.ts';

/** Sets the defaults of a container, an init container or an ephemeral container (`SetDefaults_Container`). */
export function containerDefaults(container: JsonObject): JsonObject {
  const plain = withDefaults(container, {
    imagePullPolicy: pullPolicyOf(textAt(container, 'image')),
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    resources: {},
  });
  return CHANGES.reduce((changed, [path, change]) => changeAt(changed, path, change), plain);
}

type Change = (value: JsonObject) => JsonObject;

const httpGetDefaults: Change = (action) => withDefaults(action, {path: '/', scheme: 'HTTP'});

/** Returns a number of a probe. 0 counts as not set. */
const ofProbe = (probe: JsonObject, key: string, otherwise: number): JsonObject =>
  (probe[key] ?? 0) === 0 ? {[key]: otherwise} : {};

function probeDefaults(probe: JsonObject): JsonObject {
  const grpc = objectAt(probe, 'grpc');
  return {
    ...changeAt(probe, ['httpGet'], httpGetDefaults),
    ...defined({grpc: grpc === undefined ? undefined : {...grpc, service: textAt(grpc, 'service')}}),
    ...ofProbe(probe, 'timeoutSeconds', 1),
    ...ofProbe(probe, 'periodSeconds', 10),
    ...ofProbe(probe, 'successThreshold', 1),
    ...ofProbe(probe, 'failureThreshold', 3),
  };
}

/** Sets the apiVersion of a fieldRef to v1. */
export const fieldRefDefaults: Change = (reference) => withDefaults(reference, {apiVersion: 'v1'});

/** Sets the divisor, which the server writes as 0 if it is missing. */
export const resourceFieldRefDefaults: Change = (reference) => ({divisor: '0', ...reference});

const CHANGES: readonly (readonly [path: readonly string[], change: Change])[] = [
  [['ports', '*'], (port) => withDefaults(port, {protocol: 'TCP'})],
  [['env', '*', 'valueFrom', 'fieldRef'], fieldRefDefaults],
  [['env', '*', 'valueFrom', 'resourceFieldRef'], resourceFieldRefDefaults],
  [['resources'], roundedResources],
  [['livenessProbe'], probeDefaults],
  [['readinessProbe'], probeDefaults],
  [['startupProbe'], probeDefaults],
  [['lifecycle', 'postStart', 'httpGet'], httpGetDefaults],
  [['lifecycle', 'preStop', 'httpGet'], httpGetDefaults],
];

/** Sets missing requests to the limits. This applies to the containers of a Pod, not to those of a template. */
export function requestsFromLimits(container: JsonObject): JsonObject {
  const limits = objectAt(container, 'resources', 'limits');
  if (limits === undefined) return container;
  const resources = partAt(container, 'resources');
  const requests = resources['requests'];
  return {...container, resources: {...resources, requests: {...limits, ...part(requests)}}};
}
