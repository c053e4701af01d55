import {randomBytes} from 'node:crypto';
import {Secret} from '../../core/secret/secret.ts';
import {isAnnotation} from '../../kubernetes/chart/text-field.ts';
import type {ResolvedGroup} from './generated-group.ts';
import type {GeneratedPlace, LiveValues} from './generated-places.ts';
import type {GeneratedRequest} from './generated-request.ts';
import {lost} from './generated-values.ts';

type Hooks = {
  readonly places: readonly GeneratedPlace[];
  readonly live: LiveValues;
  readonly groups: readonly ResolvedGroup[];
};

/**
 * Resolves values that only hooks take. They are not part of the group, because a hook leaves no object that must stay: an object that it
 * left keeps its values, and others come from a render.
 */
export async function resolveHookValues({places, live, groups}: Hooks, request: GeneratedRequest) {
  const kept = new Map<string, Secret>();
  const fresh = new Map<string, Secret>();
  for (const place of places) {
    const {source, reference} = place;
    const found = groups.some((one) => one.source === source && one.isNew) ? undefined : live.get(reference)?.value;
    if (found !== undefined) kept.set(reference, found);
    else fresh.set(reference, request.chosen?.get(reference) ?? (await renewedValue(place, request)));
  }
  return {kept, fresh};
}

async function renewedValue(place: GeneratedPlace, {loaded}: GeneratedRequest): Promise<Secret> {
  const made = loaded.generated?.find(({source}) => source === place.source);
  const value = (await made?.renew())?.get(place.reference);
  if (value !== undefined) return value;
  // An annotation is generated to differ in each run. Nothing reads it.
  if (isAnnotation(place.at)) return new Secret(randomBytes(10).toString('hex'));
  throw lost([place], 'Pass --skip-hooks to run no hook.');
}
