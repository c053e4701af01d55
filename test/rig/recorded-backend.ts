import {vi} from 'vitest';
import {localDescriptor} from '../../src/adapters/local/backend/local-descriptor.ts';
import type {AccessVerb} from '../../src/core/backend/access-rules.ts';
import type {Backend} from '../../src/ports/backend.ts';

/** A request to a backend: what it does, and the first segment of its key. */
export type BackendRequest = `${AccessVerb | 'list'} ${string}`;

/**
 * Records the requests of all commands to the backend in a directory, until the test ends (`vi.restoreAllMocks`). Returns a function that empties
 * the record and returns it.
 */
export function recordBackend(directory: string): () => ReadonlySet<BackendRequest> {
  let requests = new Set<BackendRequest>();
  const open = localDescriptor.open;
  vi.spyOn(localDescriptor, 'open').mockImplementation(async (config, deps) => {
    const real = await open(config, deps);
    return config.directory === directory ? recording(real, (one) => requests.add(one)) : real;
  });
  return () => {
    const recorded = requests;
    requests = new Set();
    return recorded;
  };
}

function recording(real: Backend, record: (request: BackendRequest) => void): Backend {
  const note = (verb: AccessVerb | 'list', key: string): void => record(`${verb} ${/^[^/]*\/?/.exec(key)?.[0] ?? ''}`);
  return {
    ...real,
    get: async (key) => (note('read', key), real.get(key)),
    list: async (prefix) => (note('list', prefix), real.list(prefix)),
    put: async (key, value, expected) => (note('write', key), real.put(key, value, expected)),
    delete: async (key, expected) => (note('delete', key), real.delete(key, expected)),
  };
}
