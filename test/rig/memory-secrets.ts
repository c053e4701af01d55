import {GantryError} from '../../src/core/failure/failure.ts';
import type {NewSecret, SecretObject, SecretObjects} from '../../src/ports/secret-objects.ts';

/** The Secrets of a namespace without a server, as one would behave. Tests may stand between: `before` each call, and `now`. */
export type MemorySecrets = SecretObjects & {
  readonly objects: Map<string, SecretObject>;
  /** What is awaited before a call is done; what it throws is the answer. */
  before: (call: 'get' | 'create' | 'replace' | 'delete' | 'list', name: string) => Promise<void> | void;
  /** The server's clock. */
  now: Date;
  exists: boolean;
};

const LIMIT = 1024 * 1024;

export function memorySecrets(namespace = 'gantry'): MemorySecrets {
  const objects = new Map<string, SecretObject>();
  let counted = 0;
  const store = (secret: NewSecret, was?: SecretObject): SecretObject => {
    const bytes = Object.values(secret.data).reduce((sum, {byteLength}) => sum + byteLength, 0);
    if (bytes > LIMIT) throw unreachable('HTTP 422: data: Too long: may not be more than 1048576 bytes');
    counted++;
    const createdAt = was?.createdAt ?? memory.now.toISOString();
    const stored = {...secret, uid: was?.uid ?? `uid-${counted}`, resourceVersion: `${counted}`, createdAt};
    objects.set(secret.name, stored);
    return stored;
  };
  const memory: MemorySecrets = {
    server: 'https://memory',
    namespace,
    objects,
    before: () => undefined,
    now: new Date('2026-01-01T00:00:00Z'),
    exists: true,
    get: async (name) => {
      await memory.before('get', name);
      return objects.get(name);
    },
    create: async (secret) => {
      await memory.before('create', secret.name);
      return objects.has(secret.name) ? 'taken' : store(secret);
    },
    replace: async (secret, {uid, resourceVersion}) => {
      await memory.before('replace', secret.name);
      const was = objects.get(secret.name);
      return was?.uid === uid && was.resourceVersion === resourceVersion ? store(secret, was) : 'moved';
    },
    delete: async (name, {uid, resourceVersion}) => {
      await memory.before('delete', name);
      const was = objects.get(name);
      if (was?.uid !== uid || (resourceVersion !== undefined && was.resourceVersion !== resourceVersion))
        return 'moved';
      objects.delete(name);
      return 'deleted';
    },
    list: async (selector) => {
      await memory.before('list', selector);
      const wanted = selector.split(',').map((one) => one.split('='));
      return [...objects.values()].filter(({labels}) =>
        wanted.every(([label = '', value]) =>
          value === undefined ? labels[label] !== undefined : labels[label] === value,
        ),
      );
    },
    listKeys: async (selector = '') => {
      const chosen = selector === '' ? [...objects.values()] : await memory.list(selector);
      const named = new Set(chosen.map(({name}) => name));
      return [...objects.values()]
        .filter(({name}) => named.has(name))
        .map(({data, type: _, ...facts}) => ({...facts, keys: Object.keys(data).toSorted()}));
    },
    deniedVerbs: async () => [],
    requireNamespace: async () => {
      if (!memory.exists) throw new GantryError({code: 'input/usage', message: `there is no namespace ${namespace}`});
    },
  };
  return memory;
}

export const unreachable = (detail: string): GantryError =>
  new GantryError({code: 'cluster/unreachable', server: 'https://memory', detail, maybeExecuted: true});
