import type {JsonObject} from '../../core/json.ts';
import {intAt, textAt} from './read.ts';

/** The parts of an Event (core/v1) that are used here. Newer reporters fill `series` and `eventTime` instead of counts and times. */
export type SeenEvent = {
  /** The uid of the object that the Event is about. */
  readonly uid: string;
  readonly object: string;
  readonly type: 'Warning' | 'Normal';
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  /** The time in RFC 3339; empty if the Event has none. */
  readonly time: string;
};

/** Returns what messages need of an Event, of either API group. */
export function seenEvent(event: JsonObject): SeenEvent {
  const name = textAt(event, 'involvedObject', 'name');
  return {
    uid: textAt(event, 'involvedObject', 'uid'),
    object: `${textAt(event, 'involvedObject', 'kind')} ${name}`,
    type: textAt(event, 'type') === 'Normal' ? 'Normal' : 'Warning',
    reason: textAt(event, 'reason'),
    message: textAt(event, 'message').trim(),
    count: Math.max(1, intAt(event, ['series', 'count'], 0), intAt(event, ['count'], 0)),
    time: [
      textAt(event, 'series', 'lastObservedTime'),
      textAt(event, 'lastTimestamp'),
      textAt(event, 'eventTime'),
      textAt(event, 'metadata', 'creationTimestamp'),
    ]
      .map(seconds)
      .reduce((a, b) => (a > b ? a : b)),
  };
}

/** Removes fractions of a second, so that text order is time order. */
const seconds = (time: string): string => time.replace(/\.\d+Z$/, 'Z');
