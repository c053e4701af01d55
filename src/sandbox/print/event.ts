import type {JsonObject} from '../../core/json.ts';
import {numberAt, textAt, valueAt} from '../model/part.ts';
import {type Cell, type Cells, name, text} from './cell.ts';
import {sinceTime} from './human-duration.ts';

/** Returns the value of a field that has different names in v1 and events.k8s.io/v1, two APIs of the same objects. */
const either =
  (older: readonly string[], newer: readonly string[]) =>
  (event: JsonObject): string =>
    textAt(event, ...older) || textAt(event, ...newer);

const firstTime = either(['firstTimestamp'], ['deprecatedFirstTimestamp']);
const lastTime = either(['lastTimestamp'], ['deprecatedLastTimestamp']);
const message = either(['message'], ['note']);
const component = either(['source', 'component'], ['deprecatedSource', 'component']);
const reportedBy = either(['reportingComponent'], ['reportingController']);
const host = either(['source', 'host'], ['deprecatedSource', 'host']);
const about = (field: string) => either(['involvedObject', field], ['regarding', field]);

const firstSeen: Cell = (event, now) => sinceTime(firstTime(event) || textAt(event, 'eventTime'), now);

const eventCells: readonly Cell[] = [
  lastSeen,
  text('type'),
  text('reason'),
  (event) => {
    const kind = about('kind')(event).toLowerCase();
    return about('name')(event) === '' ? kind : `${kind}/${about('name')(event)}`;
  },
  about('fieldPath'),
  (event) => {
    const instance = host(event) || textAt(event, 'reportingInstance');
    const source = component(event) || reportedBy(event);
    return instance === '' ? source : `${source}, ${instance}`;
  },
  (event) => message(event).trim(),
  firstSeen,
  times,
  name,
];

/** Columns of events, in both groups. */
export const EVENT_CELLS: Cells = {Event: eventCells, 'Event.events.k8s.io': eventCells};

function lastSeen(event: JsonObject, now: number): string {
  if (valueAt(event, 'series') !== undefined) return sinceTime(textAt(event, 'series', 'lastObservedTime'), now);
  return sinceTime(lastTime(event) || firstTime(event) || textAt(event, 'eventTime'), now);
}

function times(event: JsonObject): number {
  if (valueAt(event, 'series') !== undefined) return numberAt(event, 'series', 'count');
  return numberAt(event, 'count') || numberAt(event, 'deprecatedCount') || 1;
}
