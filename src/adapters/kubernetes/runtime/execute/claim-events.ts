import {isObject, type JsonObject} from '../../../../core/json.ts';
import {type SeenEvent, seenEvent} from '../../../../kubernetes/readiness/event.ts';
import {listAt, textAt} from '../../../../kubernetes/readiness/read.ts';
import {isUnboundClaim} from '../../../../kubernetes/readiness/status-readiness.ts';
import {type AskedCluster, read} from './read-pods.ts';
import {CLAIMS, EVENTS} from './workload-kinds.ts';

/** The number of events that fit on one screen. */
const MOST = 3;

/** Returns the events about the PVCs that a pod waits for: the pod itself only reports that they are not bound. */
export async function unboundClaimEvents(asked: AskedCluster, pod: JsonObject): Promise<readonly SeenEvent[]> {
  const names = new Set(textAt(pod, 'status', 'phase') === 'Pending' ? claimNames(pod) : []);
  if (names.size === 0) return [];
  const claims = (await read(asked, {resource: CLAIMS})) ?? [];
  const unbound = claims.filter((claim) => isUnboundClaim({kind: 'PersistentVolumeClaim', apiVersion: 'v1', ...claim}));
  const wanted = unbound.filter((claim) => names.has(textAt(claim, 'metadata', 'name')));
  const lists = await Promise.all(wanted.slice(0, MOST).map((claim) => eventsAbout(asked, claim)));
  return lists.flat();
}

/** Returns the events about one object, oldest first, or none if they cannot be read. */
export async function eventsAbout(asked: AskedCluster, object: JsonObject): Promise<readonly SeenEvent[]> {
  const fieldSelector = `involvedObject.uid=${textAt(object, 'metadata', 'uid')}`;
  const events = (await read(asked, {resource: EVENTS, fieldSelector})) ?? [];
  return events.map(seenEvent).toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
}

/** Returns the names of the PVCs of a pod. Those of ephemeral volumes contain the name of the pod. */
const claimNames = (pod: JsonObject): readonly string[] =>
  listAt(pod, 'spec', 'volumes')
    .filter(isObject)
    .flatMap((volume) => {
      if (isObject(volume['ephemeral'])) return `${textAt(pod, 'metadata', 'name')}-${textAt(volume, 'name')}`;
      const name = textAt(volume, 'persistentVolumeClaim', 'claimName');
      return name === '' ? [] : name;
    });
