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
import type {VerbContext} from '../verbs/verb-context.ts';

/** Creates the initial objects of every cluster in an empty store. */
export function createInitialObjects(context: VerbContext, port: number): void {
  const {store, registry} = context;
  if (store.get('namespaces', '', 'kube-system') !== undefined) return;
  const now = timestamp(context.now());
  const objects = initialObjects({now, port});
  // The marker is created last, so that an interrupted process starts from the beginning the next time.
  const inOrder = [...objects.filter((one) => !isMarker(one)), ...objects.filter(isMarker)];
  for (const {resource: key, manager, object: given, initialized = []} of inOrder) {
    const resource = registry.stored(key);
    if (resource === undefined) throw new Error(`${key} is not in the pack`);
    const object = withMetadata(given, {
      uid: context.uid(),
      creationTimestamp: now,
      ...defined({generation: resource.rules.generation === true ? 1 : undefined}),
    });
    const managers: readonly Manager[] = trackUpdate({
      before: undefined,
      zero: zeroOf(resource),
      object: withoutSpec(object, initialized),
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
const isMarker = ({resource, object}: InitialObject): boolean =>
  resource === 'namespaces' && nameOf(object) === 'kube-system';
