import {secretReferencesIn} from '../../core/reference/secret-references-in.ts';
import type {Application} from './application.ts';
import type {Container} from './container.ts';
import {secretKeyOf} from './secret-key.ts';

/** A container and its name. */
export type NamedContainer = readonly [name: string, container: Container];

/** A file of a container, and the key of the ConfigMap or Secret that contains it. */
export type StoredFile = {
  readonly container: string;
  readonly path: string;
  readonly mode: number;
  readonly in: 'configMap' | 'secret';
  readonly name: string;
  readonly key: string;
  /** Absent: a Secret outside of the application contains it. */
  readonly content?: string;
};

/** Returns the files of containers, in the order of their paths. A content with a secret belongs into a Secret. */
export function storedFiles(
  containers: readonly NamedContainer[],
  {name, naming}: Pick<Application, 'name' | 'naming'>,
): readonly StoredFile[] {
  const keys = new Set<string>();
  return containers.flatMap(([container, {files = {}}]) =>
    Object.keys(files)
      .toSorted()
      .map((path, index): StoredFile => {
        const {content = '', contentFrom, mode = '0644'} = files[path] ?? {};
        const from = contentFrom === undefined ? undefined : secretKeyOf(contentFrom);
        const common = {container, path, mode: Number.parseInt(mode, 8)};
        if (from !== undefined) return {...common, in: 'secret', name: from.name, key: from.key ?? ''};
        const isSecret = secretReferencesIn({content}).length > 0;
        const place = isSecret ? 'secret' : 'configMap';
        return naming === 'kusion'
          ? {...common, in: place, name: `${name}-${container}-${index}`, key: baseOf(path), content}
          : {
              ...common,
              in: place,
              name: isSecret ? secretName(name) : `${name}-files`,
              key: unusedKey(`${container}${path}`, keys),
              content,
            };
      }),
  );
}

/** Returns the name of the Secret with the values of an application from secret stores. */
export const secretName = (name: string): string => `${name}-secrets`;

/** Returns the last part of a path. */
export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the path without its last part. */
export const directoryOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

const LONGEST_KEY = 240;

/** Returns a valid key for a path. Paths that give the same key get numbers. */
function unusedKey(path: string, used: Set<string>): string {
  const plain = path
    .replaceAll('/', '.')
    .replaceAll(/[^-._a-zA-Z0-9]/g, '_')
    .slice(-LONGEST_KEY);
  let key = plain;
  for (let count = 2; used.has(key); count++) key = `${plain}-${count}`;
  used.add(key);
  return key;
}
