import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';

/** Splits `REQUEST-LIMIT`. A text without a `-` is a limit. Undefined if it has more than two parts. */
export function limitsOf(text: string): {readonly request?: string; readonly limit: string} | undefined {
  const [first = '', second, ...more] = text.split('-');
  if (more.length > 0) return undefined;
  return second === undefined ? {limit: first} : {request: first, limit: second};
}

/** Returns the `resources` of a container, in the order of names. */
export function resourceLimits(resources: Readonly<Record<string, string>>): JsonObject {
  const parts = Object.keys(resources)
    .toSorted()
    .map((name) => [name, limitsOf(resources[name] ?? '')] as const);
  const requests = parts.flatMap(([name, part]) => (part?.request === undefined ? [] : [[name, part.request]]));
  const limits = parts.flatMap(([name, part]) => (part === undefined ? [] : [[name, part.limit]]));
  return defined({
    requests: requests.length === 0 ? undefined : (Object.fromEntries(requests) as JsonObject),
    limits: limits.length === 0 ? undefined : (Object.fromEntries(limits) as JsonObject),
  });
}
