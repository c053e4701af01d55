import {isObject, type JsonObject} from '../../../../core/json.ts';
import {type SeenEvent, seenEvent} from '../../../../kubernetes/readiness/event.ts';
import {listAt, textAt} from '../../../../kubernetes/readiness/read.ts';
import {isUnboundPvc} from '../../../../kubernetes/readiness/status-readiness.ts';
import {type AskedCluster, read} from './read-pods.ts';
import {EVENTS, PVCS} from './workload-kinds.ts';

/** The number of events that fit on one screen. */
const MOST = 3;

/** Returns the events about the PVCs that a pod waits for: the pod itself only reports that they are not bound. */
export async function unboundPvcEvents(asked: AskedCluster, pod: JsonObject): Promise<readonly SeenEvent[]> {
  const names = new Set(textAt(pod, 'status', 'phase') === 'Pending' ? pvcNames(pod) : []);
  if (names.size === 0) return [];
  const pvcs = (await read(asked, {resource: PVCS})) ?? [];
  const unbound = pvcs.filter((pvc) => isUnboundPvc({kind: 'PersistentVolumeClaim', apiVersion: 'v1', ...pvc}));
  const wanted = unbound.filter((pvc) => names.has(textAt(pvc, 'metadata', 'name')));
  const lists = await Promise.all(wanted.slice(0, MOST).map((pvc) => eventsAbout(asked, pvc)));
  return lists.flat();
}

/** Returns the events about one object, oldest first, or none if they cannot be read. */
export async function eventsAbout(asked: AskedCluster, object: JsonObject): Promise<readonly SeenEvent[]> {
  const fieldSelector = `involvedObject.uid=${textAt(object, 'metadata', 'uid')}`;
  const events = (await read(asked, {resource: EVENTS, fieldSelector})) ?? [];
  return events.map(seenEvent).toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
}

/** Returns the names of the PVCs of a pod. Those of ephemeral volumes contain the name of the pod. */
const pvcNames = (pod: JsonObject): readonly string[] =>
  listAt(pod, 'spec', 'volumes')
    .filter(isObject)
    .flatMap((volume) => {
      if (isObject(volume['ephemeral'])) return `${textAt(pod, 'metadata', 'name')}-${textAt(volume, 'name')}`;
      const name = textAt(volume, 'persistentVolumeClaim', 'claimName');
      return name === '' ? [] : name;
    });
