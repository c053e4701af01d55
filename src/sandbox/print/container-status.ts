import type {JsonObject} from '../../core/json.ts';
import {intAt, textAt} from '../../core/readiness/read.ts';

/** Why a container ended: the reason it has, or its signal, or its exit code. */
export function endReason(ended: JsonObject): string {
  const signal = intAt(ended, ['signal'], 0);
  return textAt(ended, 'reason') || (signal === 0 ? `ExitCode:${intAt(ended, ['exitCode'], 0)}` : `Signal:${signal}`);
}

/** When the container ended before it was restarted. */
export const lastEnd = (status: JsonObject): string => textAt(status, 'lastState', 'terminated', 'finishedAt');

/** The later one of two times; none is the earliest. */
export const later = (a: string, b: string): string => (a < b ? b : a);
