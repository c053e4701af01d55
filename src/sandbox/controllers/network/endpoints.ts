import type {Json, JsonObject} from '../../../core/json.ts';
import {canonicalJson} from '../../../lib/canonical-json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import type {Controller} from '../../model/controller.ts';
import {annotationsOf, labelsOf, nameOf, uidOf} from '../../model/metadata.ts';
import {partAt, textAt} from '../../model/part.ts';
import {timestamp} from '../../model/time.ts';
import {itself} from '../shared/owner.ts';
import {type Backend, backendsOf, HEADLESS, hostnameOf, servicesOf, TRIGGERED, targetOf} from './service-pods.ts';

/** The controller of Endpoints for Services with a selector, for clients that do not read EndpointSlices. */
export const endpoints: Controller = {
  name: 'endpoint-controller',
  watches: {services: itself, pods: servicesOf},
  steps: (key, cluster, now) => {
    const service = cluster.get('services', key.namespace, key.name);
    const known = cluster.get('endpoints', key.namespace, key.name);
    if (service === undefined) {
      return known === undefined ? [] : [{do: 'delete', resource: 'endpoints', ...key, uid: uidOf(known)}];
    }
    const backends = backendsOf(service, cluster);
    if (backends === undefined) return [];
    const subsets = subsetsOf(backends, service);
    const labels = labelsFor(service);
    if (known !== undefined && deepEqual(known['subsets'] ?? [], subsets) && deepEqual(labelsOf(known), labels))
      return [];
    const triggered = subsets.length === 0 ? undefined : {[TRIGGERED]: timestamp(now)};
    const {[TRIGGERED]: _before, ...others} = known === undefined ? {} : annotationsOf(known);
    const annotations =
      triggered === undefined && Object.keys(others).length === 0 ? undefined : {...others, ...triggered};
    const object = defined({
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: defined({
        ...partAt(known, 'metadata'),
        name: nameOf(service),
        namespace: key.namespace,
        labels,
        annotations,
      }),
      subsets: subsets.length === 0 ? undefined : subsets,
    });
    return [{do: known === undefined ? 'create' : 'update', object}];
  },
};

const labelsFor = (service: JsonObject): JsonObject => ({
  ...labelsOf(service),
  'endpoints.kubernetes.io/managed-by': 'endpoint-controller',
  ...defined({[HEADLESS]: textAt(service, 'spec', 'clusterIP') === 'None' ? '' : undefined}),
});

/** Groups pods with the same ports. A pod without any of the ports is not an endpoint. */
function subsetsOf(backends: readonly Backend[], service: JsonObject): readonly Json[] {
  const groups = Map.groupBy(
    backends.filter(({ports, isLeaving}) => ports.length > 0 && !isLeaving),
    ({ports}) => canonicalJson(ports),
  );
  return [...groups.values()].map((group) => {
    const ready = group.filter((one) => one.isReady).map((one) => address(one, service));
    const others = group.filter((one) => !one.isReady).map((one) => address(one, service));
    return defined({
      addresses: ready.length === 0 ? undefined : ready,
      notReadyAddresses: others.length === 0 ? undefined : others,
      ports: group[0]?.ports,
    });
  });
}

const address = ({pod, address: ip}: Backend, service: JsonObject): JsonObject =>
  defined({
    ip,
    hostname: hostnameOf(pod, service),
    nodeName: partAt(pod, 'spec')['nodeName'],
    targetRef: targetOf(pod),
  });
