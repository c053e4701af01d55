import type {ObjectEvent} from '../../core/failure/diagnosis.ts';
import {defined} from '../../lib/defined.ts';
import type {SeenEvent} from './event.ts';

/** The number of events that fit on one screen. */
const EVENTS = 8;
/** The length of a message in characters: a scheduler lists the reason for every node. */
const MESSAGE_CHARS = 500;

/** Events of type Normal that are shown all the same, because a PVC waits for them. */
const ALARMING: ReadonlySet<string> = new Set(['FailedBinding']);

/** Returns the warnings about these objects, newest last. For each kind of object, each reason is shown once, with the total count. */
export function relatedEvents(
  events: readonly SeenEvent[],
  uids: ReadonlySet<string>,
  clean: (text: string) => string,
): readonly ObjectEvent[] {
  const byReason = new Map<string, ObjectEvent>();
  const related = events.filter(({type, reason, uid}) => (type === 'Warning' || ALARMING.has(reason)) && uids.has(uid));
  for (const event of related.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))) {
    const key = `${event.object.split(' ')[0]} ${event.reason}`;
    const count = event.count + (byReason.get(key)?.count ?? 0);
    byReason.delete(key);
    byReason.set(key, shown({...event, message: clean(event.message)}, count));
  }
  return [...byReason.values()].slice(-EVENTS);
}

function shown({object, type, reason, message, time}: SeenEvent, count: number): ObjectEvent {
  const text = message.length > MESSAGE_CHARS ? `${message.slice(0, MESSAGE_CHARS)}…` : message;
  return {object, type, reason, message: text, count, ...defined({time: time === '' ? undefined : time})};
}
