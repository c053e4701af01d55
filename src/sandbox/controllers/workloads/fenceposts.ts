import type {Json, JsonObject} from '../../../core/json.ts';
import {optionalNumberAt, partAt, textAt} from '../../model/part.ts';

/** Returns `spec.replicas`, 1 if it is not set. */
export const replicasOf = (object: JsonObject): number => optionalNumberAt(object, 'spec', 'replicas') ?? 1;

/** Reports whether the strategy is RollingUpdate, which is the default. */
export const isRolling = (deployment: JsonObject): boolean =>
  textAt(deployment, 'spec', 'strategy', 'type') !== 'Recreate';

/** Returns how many pods a rollout may have above the wanted number (`surge`) and below it (`unavailable`). */
export function fenceposts(deployment: JsonObject): {readonly surge: number; readonly unavailable: number} {
  const replicas = replicasOf(deployment);
  if (!isRolling(deployment)) return {surge: 0, unavailable: 0};
  const rolling = partAt(deployment, 'spec', 'strategy', 'rollingUpdate');
  const surge = scaled(rolling['maxSurge'], replicas, Math.ceil);
  const unavailable = scaled(rolling['maxUnavailable'], replicas, Math.floor);
  // If both were 0, the rollout could never proceed.
  if (surge === 0 && unavailable === 0) return {surge, unavailable: Math.min(1, replicas)};
  return {surge, unavailable: Math.min(unavailable, replicas)};
}

/** Resolves an absolute number, or a percentage of `total`. */
export function scaled(value: Json | undefined, total: number, round: (share: number) => number): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return 0;
  return round((Number.parseInt(value, 10) * total) / 100);
}
