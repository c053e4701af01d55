import {existsSync, globSync, readFileSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {type Lock, type LockedPackage, publishedLock} from '../../scripts/published-lock.ts';
import {unneededDeclarations} from '../../scripts/unneeded-declarations.ts';
import {withoutUnhashed} from '../../scripts/without-unhashed.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const LOCK = JSON.parse(read('package-lock.json')) as Lock;
const MANIFEST = JSON.parse(read('package.json')) as {
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: unknown;
};

describe('npm-shrinkwrap.json of the package', () => {
  const {'': root, ...packages} = publishedLock(LOCK).packages;

  it('npm-shrinkwrap.json is published', () => expect(MANIFEST.files).toContain('npm-shrinkwrap.json'));

  it('npm-shrinkwrap.json has every dependency with a hash, and nothing of a checkout', () => {
    expect(root).toMatchObject({dependencies: MANIFEST.dependencies});
    expect(root).not.toHaveProperty('devDependencies');
    for (const name of Object.keys(MANIFEST.dependencies)) expect(packages).toHaveProperty([`node_modules/${name}`]);
    expect(Object.values(packages).filter(({integrity}) => integrity?.startsWith('sha512-') !== true)).toEqual([]);
    expect(
      Object.keys(packages).filter((path) => /node-linux|node-of-checkout|vitest|\/typescript$/.test(path)),
    ).toEqual([]);
  });

  it.each<{name: string; entry: LockedPackage; message: RegExp}>([
    {name: 'a package without a hash', entry: {version: '1.0.0'}, message: /no hash of node_modules\/a/},
    {
      name: 'a package with an install script',
      entry: {version: '1.0.0', integrity: 'sha512-x', hasInstallScript: true},
      message: /run a script when they are installed: node_modules\/a/,
    },
  ])('npm-shrinkwrap.json is not created with $name', ({entry, message}) =>
    expect(() => publishedLock({packages: {'': {}, 'node_modules/a': entry}})).toThrow(message),
  );
});

describe('package-lock.json', () => {
  const packages = Object.entries(LOCK.packages);

  it('package-lock.json has no package with an install script', () =>
    expect(packages.filter(([, {hasInstallScript}]) => hasInstallScript === true)).toEqual([]));

  it('package-lock.json has the hash of every package except the named builds for other systems', () => {
    const unlocked = packages.filter(
      ([path, {integrity, link}]) => path.includes('node_modules/') && !integrity && !link,
    );
    for (const [path, entry] of unlocked) expect(entry, path).toMatchObject({dev: true, optional: true});
    const unexpected = unlocked.filter(([path]) => !NOT_SERVED.has(path.replace('node_modules/', '')));
    expect(unexpected.map(([path]) => path)).toEqual([]);
  });

  it('package-lock.json names no registry', () =>
    expect(packages.filter(([, {resolved, link}]) => resolved && !link)).toEqual([]));

  it('package-lock.json is reopened only for packages without a hash', () => {
    const entries = {
      '': {version: '1.0.0'},
      'node_modules/hashed': {integrity: 'sha512-x'},
      'node_modules/unhashed': {version: '1.0.0'},
      'node_modules/a/node_modules/@b/unhashed': {version: '1.0.0'},
      'node_modules/linked': {link: true},
      linked: {version: '0.0.0'},
    };
    expect(withoutUnhashed({lockfileVersion: 3, packages: entries})).toEqual({
      lockfileVersion: 3,
      packages: {
        '': entries[''],
        'node_modules/hashed': entries['node_modules/hashed'],
        'node_modules/linked': entries['node_modules/linked'],
        linked: entries.linked,
      },
    });
  });
});

/**
 * Builds of tools of the checkout that the registry in use does not serve (it answers 404), so that their hash is unknown here. npm
 * installs them on those systems only; users of the package never do. `npm run lock` asks for them again, and where it finds a hash the name
 * can be taken out of this list.
 */
const NOT_SERVED: ReadonlySet<string> = new Set(
  Object.entries({
    '@biomejs/cli-':
      'android-arm64 android-x64 darwin-arm64 darwin-x64 linux-arm64-musl linux-x64-musl win32-arm64 win32-x64',
    '@oxc-parser/binding-':
      'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
    '@oxlint-tsgolint/': 'darwin-arm64 darwin-x64 win32-arm64 win32-x64',
    '@oxlint/binding-':
      'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-arm64-musl linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu linux-x64-musl openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
  }).flatMap(([name, systems]) => systems.split(' ').map((system) => `${name}${system}`)),
);

describe('the declarations of the build', () => {
  it('the declarations are those that the public entries import', async () => {
    const directory = await scratchDirectory();
    const files = {
      'index.d.ts': "export {a} from './app/a.ts';\nexport type B = import('./b.js').B;\n",
      'app/a.d.ts': "import type {C} from '../core/c.ts';\nimport 'zod';\nexport declare const a: C;\n",
      'b.d.ts': 'export type B = 1;\n',
      'start-sandbox.d.ts': "export type {D} from './sandbox/d.ts';\n",
      'sandbox/d.d.ts': 'export type D = 1;\n',
      'core/c.d.ts': "export type {C} from '../b.ts';\nimport '../index.ts';\n",
      'core/unused.d.ts': "export {a} from '../app/a.ts';\n",
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(directory, name)), {recursive: true});
      await writeFile(join(directory, name), text);
    }
    expect(unneededDeclarations(directory)).toEqual([join(directory, 'core/unused.d.ts')]);
  });

  it('the declarations are at most a tenth of all sources, and each import is resolved', () => {
    const built = globSync('dist/**/*.d.ts', {cwd: ROOT});
    expect(built.length).toBeGreaterThan(50);
    expect(built.length).toBeLessThan(globSync('src/**/*.ts', {cwd: ROOT}).length / 5);
    const broken = built.flatMap((file) =>
      [...read(file).matchAll(/from '(\.[^']+)'/g)]
        .map(([, path = '']) => join(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')))
        .filter((path) => !existsSync(join(ROOT, path))),
    );
    expect(broken).toEqual([]);
  });
});

it('no text recommends to install the npm package gantry, which is another project', () => {
  const texts = globSync(['*.md', '*.yml', 'docs/**/*.md', 'scripts/**/*.{ts,sh}', 'src/**/*.ts', 'workspaces/*'], {
    cwd: ROOT,
  });
  const telling =
    /\bnpx\s+(?:-\S+\s+)*gantry\b|\bnpm\s+(?:i|install|add|exec)\b[^\n`]*\sgantry\b(?!-)|\bgantry@[\^~]?\d+\./;
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((file) => telling.test(read(file)) && !file.startsWith('CHANGELOG'))).toEqual([]);
});
