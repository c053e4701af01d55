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

/** Creates the initial objects of every cluster in an empty store. */
export function furnish(world: World, port: number): void {
  const {store, registry} = world;
  if (store.get('namespaces', '', 'kube-system') !== undefined) return;
  const now = timestamp(world.now());
  const objects = initialObjects({now, port});
  // The marker is created last, so that an interrupted process starts from the beginning the next time.
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

/** Reports whether an object is the marker (the Namespace `kube-system`) of a cluster that has all its initial objects. */
const isMark = ({resource, object}: InitialObject): boolean =>
  resource === 'namespaces' && nameOf(object) === 'kube-system';
