import type {JsonObject} from '../../core/json.ts';
import {numberAt, textAt} from '../model/part.ts';

/** Why a container ended: the reason it has, or its signal, or its exit code. */
export function endReason(ended: JsonObject): string {
  const signal = numberAt(ended, 'signal');
  return textAt(ended, 'reason') || (signal === 0 ? `ExitCode:${numberAt(ended, 'exitCode')}` : `Signal:${signal}`);
}

/** When the container ended before it was restarted. */
export const lastEnd = (status: JsonObject): string => textAt(status, 'lastState', 'terminated', 'finishedAt');

/** The later one of two times; none is the earliest. */
export const later = (a: string, b: string): string => (a < b ? b : a);
