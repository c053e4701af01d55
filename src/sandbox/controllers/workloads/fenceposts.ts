import type {Json, JsonObject} from '../../../core/json.ts';
import {optionalNumberAt, partAt, textAt} from '../../model/part.ts';

/** Returns `spec.replicas`, 1 if it is not set. */
export const replicasOf = (object: JsonObject): number => optionalNumberAt(object, 'spec', 'replicas') ?? 1;

/** Whether the strategy is RollingUpdate, which it is unless Recreate is written. */
export const isRolling = (deployment: JsonObject): boolean =>
  textAt(deployment, 'spec', 'strategy', 'type') !== 'Recreate';

/** How many pods a rollout may have too many, and too few. */
export function fenceposts(deployment: JsonObject): {readonly surge: number; readonly unavailable: number} {
  const replicas = replicasOf(deployment);
  if (!isRolling(deployment)) return {surge: 0, unavailable: 0};
  const rolling = partAt(deployment, 'spec', 'strategy', 'rollingUpdate');
  const surge = scaled(rolling['maxSurge'], replicas, Math.ceil);
  const unavailable = scaled(rolling['maxUnavailable'], replicas, Math.floor);
  // Neither more nor less would never move.
  if (surge === 0 && unavailable === 0) return {surge, unavailable: Math.min(1, replicas)};
  return {surge, unavailable: Math.min(unavailable, replicas)};
}

/** A number, or a share of all. */
export function scaled(value: Json | undefined, total: number, round: (share: number) => number): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return 0;
  return round((Number.parseInt(value, 10) * total) / 100);
}
