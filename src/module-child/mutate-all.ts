import {isObject, type Json, type JsonObject} from '../core/json.ts';
import {plainJson} from '../core/module/plain-json.ts';
import type {PolicyDefinition} from '../core/program/policy-program.ts';
import {placedMessage} from './placed-message.ts';

/** Returns the merge patch for each object, or the reason why there is none. */
export async function mutateAll(
  policy: PolicyDefinition,
  objects: readonly JsonObject[],
  entry: string,
): Promise<Json> {
  const all: Json[] = [];
  for (const object of objects) all.push(await patchOf(() => policy.mutate?.({object}), entry));
  return all;
}

async function patchOf(mutate: () => unknown, entry: string): Promise<Json> {
  try {
    const plain = plainJson((await mutate()) ?? {});
    if ('json' in plain && isObject(plain.json)) return {patch: plain.json};
    return {failed: 'it must return a merge patch: an object, or nothing'};
  } catch (error) {
    return {failed: placedMessage(error, entry)};
  }
}
