import type {JsonObject} from '../../core/json.ts';

/** The objects of one resource. */
export type ResourceObjects = {
  readonly get: (namespace: string, name: string) => JsonObject | undefined;
  readonly set: (namespace: string, name: string, object: JsonObject) => void;
  readonly delete: (namespace: string, name: string) => void;
  readonly size: () => number;
  /** Returns the objects in the order of namespace and name, like etcd. */
  readonly list: (namespace?: string) => readonly JsonObject[];
};

/** Creates an empty shelf. Lists are requested far more often than objects are written, so each sorted list is cached. */
export function newResourceObjects(): ResourceObjects {
  const kept = new Map<string, Map<string, JsonObject>>();
  const lists = new Map<string | undefined, readonly JsonObject[]>();

  const inOrder = (namespace?: string): readonly JsonObject[] =>
    namespace === undefined
      ? [...kept.keys()].toSorted(byBytes).flatMap((each) => listed(each))
      : [...(kept.get(namespace) ?? [])].toSorted(([a], [b]) => byBytes(a, b)).map(([, object]) => object);
  const listed = (namespace?: string): readonly JsonObject[] => {
    let list = lists.get(namespace);
    if (list === undefined) lists.set(namespace, (list = inOrder(namespace)));
    return list;
  };
  const changed = (namespace: string): void => {
    lists.delete(namespace);
    lists.delete(undefined);
  };
  return {
    get: (namespace, name) => kept.get(namespace)?.get(name),
    set: (namespace, name, object) => {
      const names = kept.get(namespace) ?? new Map<string, JsonObject>();
      names.set(name, object);
      kept.set(namespace, names);
      changed(namespace);
    },
    delete: (namespace, name) => {
      const names = kept.get(namespace);
      names?.delete(name);
      if (names?.size === 0) kept.delete(namespace);
      changed(namespace);
    },
    size: () => kept.size,
    list: listed,
  };
}

const byBytes = (a: string, b: string): number => (a < b ? -1 : 1);
