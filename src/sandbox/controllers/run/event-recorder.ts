import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import type {Happened} from '../../model/controller.ts';
import {nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {numberAt, textAt} from '../../model/part.ts';
import {microTimestamp, timestamp} from '../../model/time.ts';
import type {ClusterView} from '../../model/view.ts';
import {SCHEDULER} from '../pods/scheduler.ts';

type Write =
  | {readonly do: 'create'; readonly object: JsonObject}
  | {readonly do: 'update'; readonly object: JsonObject}
  | undefined;

/** Returns the write that records an event at `now` (milliseconds since 1970); undefined for a repeated event that is recorded only once. */
export type EventRecorder = (event: Happened, now: number) => Write;

/**
 * Records events as client-go's recorder does: it increases the count of a repeated event, and names a new one after its time, so that a
 * list is in the order in which the events happened. The scheduler uses the newer API, which has series in place of counts: each of its
 * events is a new object.
 */
export function eventRecorder(cluster: ClusterView): EventRecorder {
  let names: Map<string, string> | undefined;
  let moment = 0n;
  return (event, now) => {
    names ??= new Map(cluster.list('events').map((object) => [identityOf(object), nameOf(object)]));
    const namespace = namespaceOf(event.about) || 'default';
    const identity = identityOf(newEvent(event, {namespace}, now));
    const known = names.get(identity);
    const before = known === undefined ? undefined : cluster.get('events', namespace, known);
    if (before !== undefined && event.by !== SCHEDULER) {
      if (event.isRecordedOnce === true) return undefined;
      const count = numberAt(before, 'count') + 1;
      return {do: 'update', object: {...before, count, lastTimestamp: timestamp(now)}};
    }
    const here = BigInt(now) * 1_000_000n;
    moment = here > moment ? here : moment + 1n;
    const name = `${nameOf(event.about)}.${moment.toString(16)}`;
    names.set(identity, name);
    return {do: 'create', object: newEvent(event, {name, namespace}, now)};
  };
}

const identityOf = (event: JsonObject): string =>
  JSON.stringify([
    namespaceOf(event),
    textAt(event, 'involvedObject', 'uid'),
    textAt(event, 'reason'),
    textAt(event, 'message'),
    textAt(event, 'reportingComponent'),
  ]);

function newEvent(event: Happened, metadata: JsonObject, now: number): JsonObject {
  const {about, by, reason, message, type = 'Normal'} = event;
  const involvedObject = defined({
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
