import type {JsonObject} from '../../core/json.ts';
import type {Manager} from '../../kubernetes/fields/managers.ts';
import {defined} from '../../lib/defined.ts';
import {trackUpdate} from '../fields/track-update.ts';
import {withManagers} from '../fields/with-managers.ts';
import {type InitialObject, initialObjects} from '../kinds/initial-objects.ts';
import {nameOf, withMetadata} from '../model/metadata.ts';
import {part} from '../model/part.ts';
import {timestamp} from '../model/time.ts';
import {zeroOf} from '../verbs/decode.ts';
import type {World} from '../verbs/world.ts';

/** Gives a cluster that holds nothing yet what every cluster begins with. */
export function furnish(world: World, port: number): void {
  const {store, registry} = world;
  if (store.get('namespaces', '', 'kube-system') !== undefined) return;
  const now = timestamp(world.now());
  const objects = initialObjects({now, port});
  // The mark comes last: what a process began that was killed before that is begun again.
  const inOrder = [...objects.filter((one) => !isMark(one)), ...objects.filter(isMark)];
  for (const {resource: key, manager, object: given, filledIn = []} of inOrder) {
    const resource = registry.stored(key);
    if (resource === undefined) throw new Error(`${key} is not in the pack`);
    const object = withMetadata(given, {
      uid: world.uid(),
      creationTimestamp: now,
      ...defined({generation: resource.rules.generation === true ? 1 : undefined}),
    });
    const managers: readonly Manager[] = trackUpdate({
      before: undefined,
      zero: zeroOf(resource),
      object: withoutSpec(object, filledIn),
      resource,
      manager,
      subresource: '',
      time: now,
    });
    store.put(key, withManagers(object, managers));
  }
}

function withoutSpec(object: JsonObject, fields: readonly string[]): JsonObject {
  if (fields.length === 0) return object;
  const spec = Object.entries(part(object['spec'])).filter(([name]) => !fields.includes(name));
  return {...object, spec: Object.fromEntries(spec)};
}

/** By it a cluster is known that has everything. */
const isMark = ({resource, object}: InitialObject): boolean =>
  resource === 'namespaces' && nameOf(object) === 'kube-system';
