import type {JsonObject} from '../../../core/json.ts';
import type {Step} from '../../model/controller.ts';
import type {ClusterView} from '../../model/view.ts';
import {present} from './change.ts';
import {hashOf} from './hash.ts';
import {countAt, nameOf, namespaceOf, textAt, uidOf} from './read.ts';
import {microTimestamp, timestamp} from './time.ts';

export type Happened = {
  readonly about: JsonObject;
  readonly type?: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** Who tells: `deployment-controller`. */
  readonly by: string;
};

/** The step that records an event. One that happened before is counted, as client-go's recorder does it. */
export function record(event: Happened, cluster: ClusterView, now: number): Step {
  const namespace = namespaceOf(event.about) || 'default';
  // Named after what happened, so that asking twice about the same moment tells of it once.
  const identity = hashOf([uidOf(event.about), event.reason, event.message, event.by]);
  const name = `${nameOf(event.about)}.${identity}`;
  const before = cluster.get('events', namespace, name);
  if (before !== undefined && event.by !== SCHEDULER) {
    return {
      do: 'update',
      object: {...before, count: countAt(before, 'count') + 1, lastTimestamp: timestamp(now)},
    };
  }
  return {do: 'create', object: newEvent(event, {name, namespace}, now)};
}

export const SCHEDULER = 'default-scheduler';

function newEvent(event: Happened, metadata: JsonObject, now: number): JsonObject {
  const {about, by, reason, message, type = 'Normal'} = event;
  const involvedObject = present({
    kind: textAt(about, 'kind'),
    namespace: namespaceOf(about) || undefined,
    name: nameOf(about),
    uid: uidOf(about),
    apiVersion: textAt(about, 'apiVersion'),
    resourceVersion: textAt(about, 'metadata', 'resourceVersion') || undefined,
  });
  const common = {apiVersion: 'v1', kind: 'Event', metadata, involvedObject, reason, message, type};
  if (by === SCHEDULER) {
    const action = reason === 'Scheduled' ? 'Binding' : 'Scheduling';
    return {
      ...common,
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
      eventTime: microTimestamp(now),
      action,
      reportingComponent: SCHEDULER,
      reportingInstance: `${SCHEDULER}-sandbox`,
    };
  }
  const at = timestamp(now);
  return {
    ...common,
    source: {component: by},
    firstTimestamp: at,
    lastTimestamp: at,
    count: 1,
    eventTime: null,
    reportingComponent: by,
    reportingInstance: '',
  };
}
