import {type StackEvent, stackKey} from '../../core/event.ts';
import {printable} from '../printable.ts';
import type {Style} from '../style.ts';
import {eventText, type Verbosity} from './event-text.ts';

/** The events that name their stack themselves. */
const NAMED: ReadonlySet<StackEvent['type']> = new Set(['stack-started', 'stack-done', 'workspace-chosen']);

/** Returns the line of an event, after the name of its stack in a run over several: their lines mix. */
export function stackEventText(event: StackEvent, style: Style, loudness: Verbosity): string {
  const text = eventText(event, style, loudness);
  if (text === '' || event.stack === undefined || NAMED.has(event.type)) return text;
  return `${style.paint.dim(`${printable(stackKey(event))}:`)} ${text}`;
}
