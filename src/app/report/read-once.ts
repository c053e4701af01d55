import type {Backend} from '../../ports/backend.ts';

/**
 * Returns a backend that reads each key and each list once, so that the parts of a report agree and a bucket is not asked again. A key that
 * was written is read again. A read that failed is repeated.
 */
export function readOnce(backend: Backend): Backend {
  const values = new Map<string, ReturnType<Backend['get']>>();
  const lists = new Map<string, ReturnType<Backend['list']>>();
  const forget = (key: string): void => {
    values.delete(key);
    lists.clear();
  };
  return {
    ...backend,
    get: (key) => remembered(values, key, backend.get),
    list: (prefix) => remembered(lists, prefix, backend.list),
    put: async (key, value, expected) => {
      forget(key);
      return backend.put(key, value, expected).finally(() => forget(key));
    },
    delete: async (key, expected) => {
      forget(key);
      return backend.delete(key, expected).finally(() => forget(key));
    },
  };
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, read: (key: string) => Promise<T>): Promise<T> {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = read(key);
  known.set(key, value);
  value.catch(() => known.delete(key));
  return value;
}
