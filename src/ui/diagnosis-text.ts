import type {Diagnosis, LogTail, ObjectEvent} from '../core/failure/diagnosis.ts';
import type {Failure} from '../core/failure/failure.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';

/** Returns the warnings and logs of the cluster in a failure. */
export const diagnosisIn = (failure: Failure | undefined): Diagnosis | undefined =>
  failure !== undefined && 'trouble' in failure ? failure.trouble : undefined;

/** Returns the lines below a cause: the warnings, then the end of the log of the failing container. */
export function diagnosisLines(diagnosis: Diagnosis | undefined, {paint}: Pick<Style, 'paint'>): readonly string[] {
  if (diagnosis === undefined) return [];
  const events = diagnosis.events.map((event) => `  ${paint.warn('!')} ${printable(eventLine(event))}`);
  const logs = diagnosis.logs.flatMap((tail) => [
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
