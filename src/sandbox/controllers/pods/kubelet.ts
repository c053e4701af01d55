import type {JsonObject} from '../../../core/json.ts';
import {type Controller, type ControlView, record, type Step} from '../../model/controller.ts';
import {finalizersOf, isBeingDeleted, nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {objectsAt, partAt, textAt} from '../../model/part.ts';
import {timestamp} from '../../model/time.ts';
import {itself} from '../shared/owner.ts';
import {withStatus} from '../shared/with-status.ts';
import {nextStage} from './stages.ts';

/** The controller that acts as a kubelet. It runs no containers, but writes the status of each pod that has a node. */
export const kubelet: Controller = {
  name: 'kubelet',
  manager: 'kubelet',
  watches: {pods: itself},
  steps: (key, cluster, now) => {
    const pod = cluster.get('pods', key.namespace, key.name);
    if (pod === undefined) return [];
    if (isBeingDeleted(pod)) return finalizersOf(pod).length > 0 ? [] : [removal(pod)];
    if (textAt(pod, 'spec', 'nodeName') === '') return [];
    const stage = nextStage(pod, now);
    if (stage === undefined) return [];
    if (stage.afterMs > 0) return [{do: 'again', afterMs: stage.afterMs}];
    const status = withScheduled(withAddresses(pod, stage.status(pod, timestamp(now)), cluster), timestamp(now));
    const events = stage.event === undefined ? [] : [record({about: pod, by: 'kubelet', ...stage.event})];
    return [...events, {do: 'status', object: withStatus(pod, status)}];
  },
};

/** Adds the condition PodScheduled, also for a pod with a hand-written node name. */
function withScheduled(status: JsonObject, now: string): JsonObject {
  const conditions = objectsAt(status, 'conditions');
  if (conditions.some((condition) => condition['type'] === 'PodScheduled' && condition['status'] === 'True'))
    return status;
  const others = conditions.filter(({type}) => type !== 'PodScheduled');
  const scheduled = {type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: now};
  return {...status, conditions: [...others, scheduled]};
}

/** Deletes a pod without a grace period, because no process has to end. */
const removal = (pod: JsonObject): Step => ({
  do: 'remove',
  resource: 'pods',
  namespace: namespaceOf(pod),
  name: nameOf(pod),
  uid: uidOf(pod),
});

function withAddresses(pod: JsonObject, status: JsonObject, cluster: ControlView): JsonObject {
  if (textAt(status, 'podIP') !== '' || status['reason'] === 'Evicted') return status;
  const hostIP = nodeAddress(textAt(pod, 'spec', 'nodeName'), cluster);
  // A kubelet reports the pod's address once its containers run or their images are pulled.
  if (status['phase'] !== 'Running' && !isPulling(status)) return {...status, hostIP};
  const podIP = partAt(pod, 'spec')['hostNetwork'] === true ? hostIP : freeAddress(cluster);
  return {...status, hostIP, podIP, podIPs: [{ip: podIP}]};
}

const isPulling = (status: JsonObject): boolean =>
  objectsAt(status, 'containerStatuses').some((one) => textAt(one, 'state', 'waiting', 'reason') === 'ErrImagePull');

const nodeAddress = (node: string, cluster: ControlView): string =>
  objectsAt(cluster.get('nodes', '', node) ?? {}, 'status', 'addresses')
    .filter(({type}) => type === 'InternalIP')
    .map((address) => textAt(address, 'address'))[0] ?? '127.0.0.1';

/** Returns the first free address of 10.244.0.0/16. */
function freeAddress(cluster: ControlView): string {
  const taken = new Set(cluster.list('pods').map((pod) => textAt(pod, 'status', 'podIP')));
  for (let number = 1; number < 0xffff; number++) {
    const address = `10.244.${number >> 8}.${number & 0xff}`;
    if (!taken.has(address)) return address;
  }
  return '10.244.255.255';
}
