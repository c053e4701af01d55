import type {Failure} from '../core/failure/failure.ts';
import type {LogTail, ObjectEvent, Trouble} from '../core/failure/trouble.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';

/** Returns the warnings and logs of the cluster in a failure. */
export const troubleIn = (failure: Failure | undefined): Trouble | undefined =>
  failure !== undefined && 'trouble' in failure ? failure.trouble : undefined;

/** Returns the lines below a cause: the warnings, then the end of the log of the failing container. */
export function troubleLines(trouble: Trouble | undefined, {paint}: Pick<Style, 'paint'>): readonly string[] {
  if (trouble === undefined) return [];
  const events = trouble.events.map((event) => `  ${paint.warn('!')} ${printable(eventLine(event))}`);
  const logs = trouble.logs.flatMap((tail) => [
    `  ${paint.dim(printable(logTitle(tail)))}`,
    ...tail.lines.map((line) => `  ${paint.dim('|')} ${printable(line)}`),
  ]);
  return [...events, ...logs];
}

/** Returns an event: `BackOff (5 times), Pod web-7d9f-x2x: Back-off restarting failed container`. */
const eventLine = ({reason, object, message, count}: ObjectEvent): string =>
  `${reason}${count > 1 ? ` (${count} times)` : ''}, ${object}: ${message}`;

const logTitle = ({pod, container, previous}: LogTail): string =>
  `log of ${pod}, container ${container}${previous === true ? ', before its last restart' : ''}:`;
