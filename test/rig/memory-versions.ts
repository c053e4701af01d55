import {createHash} from 'node:crypto';
import {versionIn} from '../../src/adapters/alicloud/backend/version-names.ts';
import type {VersionObject, VersionStore} from '../../src/adapters/alicloud/backend/version-store.ts';

/** Objects in memory that can only be made; the highest version of a key must never be removed. */
export function memoryVersions() {
  const objects = new Map<string, VersionObject>();
  const tagOf = ({body}: VersionObject): string => createHash('md5').update(body).digest('hex');
  const isHighest = (name: string): boolean => {
    const {key, number} = versionIn(name) ?? {key: '', number: 0};
    return ![...objects.keys()].some((other) => {
      const version = versionIn(other);
      return version?.key === key && version.number > number;
    });
  };
  const now = {
    list: (prefix: string) =>
      [...objects]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, object]) => ({name, bytes: object.body.length, tag: tagOf(object)}))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    read: (name: string) => {
      const found = objects.get(name);
      return found && {...found, tag: tagOf(found)};
    },
    look: (name: string) => objects.get(name)?.metadata,
    create: (name: string, object: VersionObject): 'made' | 'taken' => {
      if (objects.has(name)) return 'taken';
      objects.set(name, object);
      return 'made';
    },
    remove: (name: string): void => {
      if (objects.has(name) && isHighest(name)) throw new Error(`the highest version was removed: ${name}`);
      objects.delete(name);
    },
  };
  const store: VersionStore = {
    list: async (prefix) => now.list(prefix),
    read: async (name) => now.read(name),
    look: async (name) => now.look(name),
    create: async (name, object) => now.create(name, object),
    remove: async (name) => now.remove(name),
    failure: (name, detail) => new Error(`${name}: ${detail}`),
  };
  return {objects, now, store};
}
