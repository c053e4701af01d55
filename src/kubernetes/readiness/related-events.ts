import type {ObjectEvent} from '../../core/failure/trouble.ts';
import {defined} from '../../lib/defined.ts';
import type {SeenEvent} from './event.ts';

/** What one screen holds. */
const EVENTS = 8;
/** A scheduler counts every node and why it does not fit. */
const MESSAGE_CHARS = 500;

/** Told as normal, and what a PVC waits for all the same. */
const ALARMING: ReadonlySet<string> = new Set(['FailedBinding']);

/** The warnings about these objects, newest last: of a kind of object each reason once, with the number of all. */
export function relatedEvents(
  events: readonly SeenEvent[],
  uids: ReadonlySet<string>,
  clean: (text: string) => string,
): readonly ObjectEvent[] {
  const told = new Map<string, ObjectEvent>();
  const related = events.filter(({type, reason, uid}) => (type === 'Warning' || ALARMING.has(reason)) && uids.has(uid));
  for (const event of related.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))) {
    const key = `${event.object.split(' ')[0]} ${event.reason}`;
    const count = event.count + (told.get(key)?.count ?? 0);
    told.delete(key);
    told.set(key, shown({...event, message: clean(event.message)}, count));
  }
  return [...told.values()].slice(-EVENTS);
}

function shown({object, type, reason, message, time}: SeenEvent, count: number): ObjectEvent {
  const text = message.length > MESSAGE_CHARS ? `${message.slice(0, MESSAGE_CHARS)}…` : message;
  return {object, type, reason, message: text, count, ...defined({time: time === '' ? undefined : time})};
}
