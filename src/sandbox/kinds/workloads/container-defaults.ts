import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {objectAt, part, partAt, textAt} from '../../model/part.ts';
import {changeAt, withDefaults} from '../objects/fields.ts';
import {pullPolicyOf} from './pull-policy.ts';
import {roundedResources} from './resource-defaults.ts';

/** `SetDefaults_Container` and of everything in it; the same for init and ephemeral containers. */
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

/** A number of a probe that is 0 counts as not set. */
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

/** Sets the version of a fieldRef, which is v1. */
export const fieldRefDefaults: Change = (reference) => withDefaults(reference, {apiVersion: 'v1'});

/** A quantity that is not set is written as 0. */
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

/** What is not named is requested as much as it is limited: of a Pod's containers, never of a template's. */
export function requestsFromLimits(container: JsonObject): JsonObject {
  const limits = objectAt(container, 'resources', 'limits');
  if (limits === undefined) return container;
  const resources = partAt(container, 'resources');
  const requests = resources['requests'];
  return {...container, resources: {...resources, requests: {...limits, ...part(requests)}}};
}
