import type {JsonObject} from '../../core/json.ts';
import {numberAt, textAt} from '../model/part.ts';

/** Returns why a container ended: its reason, or its signal, or its exit code. */
export function endReason(ended: JsonObject): string {
  const signal = numberAt(ended, 'signal');
  return textAt(ended, 'reason') || (signal === 0 ? `ExitCode:${numberAt(ended, 'exitCode')}` : `Signal:${signal}`);
}

/** Returns when the container ended before its last restart. */
export const lastEnd = (status: JsonObject): string => textAt(status, 'lastState', 'terminated', 'finishedAt');

/** Returns the later of two times. An empty one is the earliest. */
export const later = (a: string, b: string): string => (a < b ? b : a);
