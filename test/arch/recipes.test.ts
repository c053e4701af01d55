import {existsSync, globSync, readFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {readSources} from '../../scripts/rules/source-file.ts';
import {KUBECONFIG_PLACES, kubeconfigPlaceOf} from '../../src/registry/kubeconfig-places.ts';
import {SECRET_STORES} from '../../src/registry/secret-stores.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The files that a recipe names, one a step, with its blanks filled. */
function recipe(title: string, blanks: Readonly<Record<string, string>>): readonly string[] {
  const section = read('docs/how-to-add.md').split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\|.*\| `([^`]+)` \|$/gm)].map(([, path = '']) =>
    path.replaceAll(/<(\w+)>/g, (blank, name: string) => blanks[name] ?? blank),
  );
}

const missing = (files: readonly string[]): readonly string[] => files.filter((file) => !existsSync(join(ROOT, file)));

/** The files of src outside of a folder that import something of it. */
const usersOf = (folder: string): readonly string[] =>
  SRC.filter(({path, imports}) => !path.startsWith(folder) && imports.some((one) => one.startsWith(folder))).map(
    ({path}) => path,
  );
const SRC = readSources();
/** Kinds of secret stores without a server: their contracts are in one file. */
const ASKS_NOBODY = new Set(['env', 'file', 'exec', 'sops']);

describe('the recipe for a backend', () => {
  it.each([
    {vendor: 'gcp', kind: 'gcs'},
    {vendor: 'aws', kind: 's3'},
    {vendor: 'alicloud', kind: 'oss'},
  ])('the recipe names all files of $kind', ({vendor, kind}) => {
    const files = recipe('A backend', {vendor, kind});
    const folder = `src/adapters/${vendor}/backend/`;
    expect(missing(files)).toEqual([]);
    expect(files.filter((file) => file.startsWith('src/') && !file.startsWith(folder))).toEqual(usersOf(folder));
    const contracts = globSync(`test/contract/{backend,reliability}-${kind}.test.ts`, {cwd: ROOT});
    expect(files.filter((file) => file.startsWith('test/contract/')).toSorted()).toEqual(contracts.toSorted());
  });

  it('every vendor whose store is reached through a network follows the recipe for a backend', () => {
    const descriptors = globSync('src/adapters/*/backend/*-descriptor.ts', {cwd: ROOT});
    const built = descriptors.flatMap((file) => {
      const [vendor, kind] = [basename(dirname(dirname(file))), basename(file, '-descriptor.ts')];
      return recipe('A backend', {vendor, kind}).filter((one) => one.startsWith('src/'));
    });
    expect(descriptors.length).toBeGreaterThan(3);
    expect(missing(built)).toEqual([]);
  });
});

describe('the recipe for a secret store', () => {
  const stores = globSync('src/adapters/*/secret-store/*-descriptor.ts', {cwd: ROOT}).map((file) => ({
    vendor: basename(dirname(dirname(file))),
    kind: basename(file, '-descriptor.ts'),
  }));
  const servers = stores.filter(({kind}) => !ASKS_NOBODY.has(kind));

  it.each(servers)('the recipe names all files of $kind', ({vendor, kind}) => {
    const files = recipe('A secret store', {vendor, kind});
    const folder = `src/adapters/${vendor}/secret-store/`;
    expect(files).toHaveLength(6);
    expect(missing(files)).toEqual([]);
    expect(files.filter((file) => file.startsWith('src/') && !file.startsWith(folder))).toEqual(usersOf(folder));
  });

  it('every kind of secret store follows the recipe and runs the contract', () => {
    const contracts = globSync('test/contract/secret-store*.test.ts', {cwd: ROOT}).map(read).join('\n');
    expect(stores.length).toBe(SECRET_STORES.length);
    for (const {vendor, kind} of stores) {
      expect(missing(recipe('A secret store', {vendor, kind}).filter((file) => file.startsWith('src/')))).toEqual([]);
      expect(contracts).toMatch(new RegExp(`[sS]toreContract\\(\\s*['\`]${kind}\\b`));
    }
  });

  it('kinds of secret stores are listed only in files of the recipe', () => {
    const listing = SRC.map(({path}) => path).filter((path) => {
      const text = read(path);
      return servers.filter(({kind}) => new RegExp(`'${kind}'|\\b${kind}: |\\.${kind}\\b`).test(text)).length > 2;
    });
    expect(listing.filter((path) => !path.startsWith('src/adapters/'))).toEqual([
      // Whose variables of the environment belong together, and the fields of Kusion's extensions, by vendor.
      'src/core/workspace/provider-groups.ts',
      'src/core/workspace/provider-meta.ts',
    ]);
  });
});

describe('the recipe for a place of kubeconfigs', () => {
  const places = globSync('src/adapters/*/kubeconfig-place/*-descriptor.ts', {cwd: ROOT}).map((file) => ({
    vendor: basename(dirname(dirname(file))),
    kind: basename(file, '-descriptor.ts'),
  }));

  it.each(places)('the recipe names all files of $kind', ({vendor, kind}) => {
    const files = recipe('A place of kubeconfigs', {vendor, kind});
    const folder = `src/adapters/${vendor}/kubeconfig-place/`;
    expect(files).toHaveLength(7);
    expect(missing(files)).toEqual([]);
    expect(files.filter((file) => file.startsWith('src/') && !file.startsWith(folder))).toEqual(usersOf(folder));
    for (const file of files.filter((one) => one.startsWith('test/'))) expect(read(file)).toContain(`kind: '${kind}'`);
    const {named} = kubeconfigPlaceOf({kind});
    expect(read('docs/concepts/workspaces.md')).toContain('key' in named ? named.key : `${named.schemes[0]}://`);
  });

  it('every kind of kubeconfig place follows the recipe', () => expect(places.length).toBe(KUBECONFIG_PLACES.length));

  it('kinds of kubeconfig places are listed only in files of the recipe', () => {
    const others = SRC.map(({path}) => path).filter(
      (path) => !/^src\/(?:adapters|modules|sandbox|config\/sources)\//.test(path),
    );
    expect(
      others.filter((path) => /(?:kind: |=== |case |[[,] ?)'(?:url|s3)'|'kubeconfig_secret'/.test(read(path))),
    ).toEqual([
      // The kinds of backends: s3 is one of them, too.
      'src/registry/backend-grants.ts',
      // The rank of each key, and a command that writes workspaces of this kind.
      'src/core/workspace/context-keys.ts',
      'src/app/workspace/create-from-secrets.ts',
    ]);
  });
});

describe('the recipe for a source', () => {
  const kinds = globSync('src/config/sources/*/*-kind.ts', {cwd: ROOT}).map((file) => basename(dirname(file)));
  it.each(kinds)('names all that %s consists of', (kind) => {
    const files = recipe('A source', {kind});
    expect(files).toHaveLength(4);
    expect(missing(files)).toEqual([]);
    expect(files.some((file) => read(file).includes(`/${kind}-kind.ts`) && file.startsWith('src/registry/'))).toBe(
      true,
    );
  });
});

describe('the recipe for a runtime', () => {
  const files = recipe('A runtime', {type: 'kubernetes'});
  it('names files that exist', () => {
    expect(files.length).toBeGreaterThan(8);
    expect(missing(files)).toEqual([]);
  });

  it('names every file that lists the types of resources', () => {
    const listing = SRC.map(({path}) => path).filter((path) =>
      /'Kubernetes' \| 'Terraform'|'Kubernetes', 'Terraform'|Kubernetes: true|KubernetesState \| TerraformState|runtimes: \{Kubernetes/.test(
        read(path),
      ),
    );
    expect(listing.length).toBeGreaterThan(5);
    expect(listing.filter((path) => !files.includes(path))).toEqual([]);
  });
});
