import {isObject, type Json, type JsonObject} from '../../../../src/core/json.ts';
import {type RunningControllers, startControllers} from '../../../../src/sandbox/controllers/run/start-controllers.ts';
import {resourceOfKind} from '../../../../src/sandbox/controllers/shared/resource-of-kind.ts';
import type {Controller} from '../../../../src/sandbox/model/controller.ts';
import {Refusal} from '../../../../src/sandbox/model/status.ts';
import type {Store} from '../../../../src/sandbox/model/store.ts';
import {memoryStore} from '../../../../src/sandbox/store/memory-store.ts';
import type {Writer} from '../../../../src/sandbox/verbs/writer.ts';
import {type HandClock, handClock} from '../../../rig/hand-clock.ts';

/** Refuses some creations, as a quota does. Returns the message. */
type Refuse = (object: JsonObject) => string | undefined;

export type World = {
  readonly store: Store;
  readonly clock: HandClock;
  readonly writer: Writer;
  readonly controllers: RunningControllers;
  readonly failures: readonly string[];
  readonly refuse: (refuse: Refuse) => void;
  /** Applies an object as a user does. Resolves when the controllers are idle. */
  readonly apply: (object: JsonObject) => Promise<JsonObject>;
  readonly change: (resource: string, name: string, change: (object: JsonObject) => JsonObject) => Promise<void>;
  readonly remove: (
    resource: string,
    name: string,
    propagation?: 'Background' | 'Orphan' | 'Foreground',
  ) => Promise<void>;
  /** Advances the clock. Resolves when the controllers are idle. */
  readonly pass: (ms: number) => Promise<void>;
  /** Returns an object in the namespace `shop`, or a cluster-scoped one. */
  readonly get: (resource: string, name: string) => JsonObject;
  readonly names: (resource: string) => readonly string[];
} & Disposable;

/** Creates a store, a simple writer without rules, and the controllers with a manual clock. */
export async function context(controllers?: readonly Controller[]): Promise<World> {
  const clock = handClock(new Date('2026-01-01T00:00:00.500Z'));
  const store = memoryStore();
  const failures: string[] = [];
  let refuse: Refuse = () => undefined;
  const writer = plainWriter(store, clock, (object) => refuse(object));
  const running = startControllers({
    store,
    writer,
    clock,
    ...(controllers !== undefined && {controllers}),
    onFailure: ({controller, error}) => failures.push(`${controller}: ${String(error)}`),
  });
  const find = (resource: string, name: string): JsonObject | undefined =>
    store.get(resource, 'shop', name) ?? store.get(resource, '', name);
  const get = (resource: string, name: string): JsonObject => {
    const found = find(resource, name);
    if (found === undefined) throw new Error(`${resource} ${name} is not there`);
    return found;
  };
  const made = {
    store,
    clock,
    writer,
    controllers: running,
    failures,
    get,
    refuse: (next: Refuse) => {
      refuse = next;
    },
    apply: async (object: JsonObject) => {
      const written = writer.create(object, {manager: 'test'});
      await running.settled();
      return written;
    },
    change: async (resource: string, name: string, change: (object: JsonObject) => JsonObject) => {
      writer.update(change(get(resource, name)), {manager: 'test'});
      await running.settled();
    },
    remove: async (resource: string, name: string, propagation?: 'Background' | 'Orphan' | 'Foreground') => {
      const {namespace = '', uid = ''} = metadata(get(resource, name)) as {
        namespace?: string;
        uid?: string;
      };
      writer.delete({
        resource,
        namespace,
        name,
        uid,
        ...(propagation && {propagation}),
      });
      await running.settled();
    },
    pass: async (ms: number) => {
      await clock.advance(ms);
      await running.settled();
    },
    names: (resource: string) => store.list(resource).map((object) => metadata(object)['name'] as string),
    [Symbol.dispose]: () => running.close(),
  };
  await made.apply({apiVersion: 'v1', kind: 'Node', metadata: {name: 'node-0', labels: {disk: 'ssd'}}, status: NODE});
  await made.apply({apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'shop'}, spec: {finalizers: ['kubernetes']}});
  return made;
}

const NODE = {addresses: [{type: 'InternalIP', address: '127.0.0.1'}]};

const metadata = (object: JsonObject): JsonObject => (isObject(object['metadata']) ? object['metadata'] : {});
const refusal = (code: number, reason: string, message: string): Refusal => new Refusal({code, reason, message});

/** Implements only the parts of the verbs that controllers need. */
function plainWriter(store: Store, clock: HandClock, refuse: Refuse): Writer {
  let made = 0;
  const resourceOf = (object: JsonObject): string =>
    resourceOfKind(String(object['apiVersion']), String(object['kind']), store) ?? '';
  const time = (): string =>
    clock
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z');
  const gone = (resource: string, object: JsonObject): void => {
    const {namespace = '', name} = metadata(object) as {namespace?: string; name: string};
    store.remove(resource, namespace, name);
  };
  return {
    create: (object) => {
      const why = refuse(object);
      if (why !== undefined) throw refusal(403, 'Forbidden', why);
      const meta = metadata(object);
      made += 1;
      const name = meta['name'] ?? `${String(meta['generateName'])}${made}`;
      const resource = resourceOf(object);
      if (store.get(resource, String(meta['namespace'] ?? ''), String(name)) !== undefined) {
        throw refusal(409, 'AlreadyExists', `${resource} "${String(name)}" already exists`);
      }
      const system = {name, uid: `uid-${made}`, creationTimestamp: time(), generation: 1};
      return store.put(resource, {...object, metadata: {...meta, ...system}});
    },
    update: (object, {subresource = ''}) => {
      const {namespace = '', name} = metadata(object) as {namespace?: string; name: string};
      const resource = resourceOf(object);
      const before = store.get(resource, namespace, name);
      if (before === undefined) throw refusal(404, 'NotFound', `${resource} "${name}" not found`);
      const had = metadata(before);
      const {resourceVersion} = metadata(object);
      if (resourceVersion !== undefined && resourceVersion !== had['resourceVersion']) {
        throw refusal(409, 'Conflict', 'the object has been modified');
      }
      const isSpec = subresource === '' && JSON.stringify(object['spec']) !== JSON.stringify(before['spec']);
      const kept: Readonly<Record<string, Json | undefined>> =
        subresource === 'status' ? {spec: before['spec']} : {status: before['status']};
      const meta = {
        // A write of the status includes annotations, as on the real server.
        ...(subresource === 'status' ? {...had, annotations: metadata(object)['annotations']} : metadata(object)),
        generation: Number(had['generation'] ?? 0) + (isSpec ? 1 : 0),
      };
      const next = JSON.parse(JSON.stringify({...object, metadata: meta, ...kept})) as JsonObject;
      const finalizers = metadata(next)['finalizers'];
      if (had['deletionTimestamp'] !== undefined && (!Array.isArray(finalizers) || finalizers.length === 0)) {
        if (!['pods', 'namespaces'].includes(resource)) {
          gone(resource, next);
          return next;
        }
      }
      return store.put(resource, next);
    },
    delete: ({resource, namespace, name, uid, propagation = 'Background'}) => {
      const object = store.get(resource, namespace, name);
      if (object === undefined || metadata(object)['uid'] !== uid) return;
      const added = {Orphan: ['orphan'], Foreground: ['foregroundDeletion'], Background: []}[propagation];
      const own = metadata(object)['finalizers'];
      const finalizers = [...new Set([...(Array.isArray(own) ? (own as string[]) : []), ...added])];
      if (finalizers.length === 0 && !['pods', 'namespaces'].includes(resource)) return gone(resource, object);
      const deletionTimestamp = metadata(object)['deletionTimestamp'] ?? time();
      const meta = {...metadata(object), deletionTimestamp, ...(finalizers.length > 0 && {finalizers})};
      store.put(resource, {...object, metadata: meta});
    },
    remove: ({resource, namespace, name, uid}) => {
      const object = store.get(resource, namespace, name);
      if (object !== undefined && metadata(object)['uid'] === uid) gone(resource, object);
    },
  };
}
