import {globSync, readFileSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {billOfMaterials} from '../../scripts/bill-of-materials.ts';
import {type BundledPackage, bundledPackages, licenceNotices} from '../../scripts/bundled-packages.ts';
import {type Lock, withoutUnhashed} from '../../scripts/without-unhashed.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const LOCK = JSON.parse(read('package-lock.json')) as Lock;

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

const bundled = (name: string, more: Partial<BundledPackage> = {}): BundledPackage => ({
  name,
  version: '1.0.0',
  license: 'MIT',
  texts: ['Permission is granted.'],
  ...more,
});

describe('the licences of bundled packages', () => {
  it('each bundled package is read once, with its licence and notice', async () => {
    const directory = await scratchDirectory();
    const at = join(directory, 'node_modules/@scope/one');
    await mkdir(at, {recursive: true});
    await writeFile(join(at, 'package.json'), JSON.stringify({name: '@scope/one', version: '2.1.0', license: 'MIT'}));
    await writeFile(join(at, 'LICENSE.md'), 'Permission is granted.\n');
    await writeFile(join(at, 'NOTICE'), 'By somebody.\n');
    const ids = ['src/main.ts', join(at, 'index.js'), join(at, 'lib/two.js')];
    const texts = ['Permission is granted.', 'By somebody.'];
    expect(bundledPackages(ids)).toEqual([{name: '@scope/one', version: '2.1.0', license: 'MIT', texts}]);
  });

  it('a package without a licence is refused', async () => {
    const at = join(await scratchDirectory(), 'node_modules/one');
    await mkdir(at, {recursive: true});
    await writeFile(join(at, 'package.json'), JSON.stringify({name: 'one', version: '1.0.0'}));
    expect(() => bundledPackages([join(at, 'index.js')])).toThrow('one 1.0.0 has no licence');
  });

  it('a package without a licence file has the text of its README, and one under the Apache License that of Gantry', async () => {
    const directory = await scratchDirectory();
    const add = async (name: string, license: string, readme: string) => {
      const at = join(directory, 'node_modules', name);
      await mkdir(at, {recursive: true});
      await writeFile(join(at, 'package.json'), JSON.stringify({name, version: '1.0.0', license}));
      await writeFile(join(at, 'README.md'), readme);
      return join(at, 'index.js');
    };
    const mit = await add('mit', 'MIT', '# mit\n\n## License\n\nPermission is granted.\n');
    const apache = await add('sdk', 'Apache-2.0', '# sdk\n');
    const texts = bundledPackages([mit, apache]).map((one) => one.texts.join().slice(0, 40));
    expect(texts).toEqual(['## License\n\nPermission is granted.', expect.stringContaining('Apache License')]);
    const none = await add('none', 'ISC', '# none\n');
    expect(() => bundledPackages([none])).toThrow('none 1.0.0 has no text of its licence ISC');
  });

  it('packages with the same licence text are listed together', () => {
    const notices = licenceNotices([
      bundled('a'),
      bundled('b'),
      bundled('c', {texts: ['Permission to use is granted.'], license: 'ISC'}),
    ]);
    expect(notices).toContain('a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n\nPermission is granted.');
    expect(notices).toContain('c 1.0.0 (ISC)\n\nPermission to use is granted.');
  });
});

describe('the bill of materials', () => {
  const own = {name: 'gantry', version: '0.1.0', license: 'Apache-2.0'};
  const locked = {'node_modules/x/node_modules/@scope/one': {version: '1.0.0', integrity: 'sha512-AAEC'}};

  it('the bill of materials has the version, the licence and the hash of each package', () => {
    const packages = [bundled('@scope/one', {license: '(MIT OR Apache-2.0)'})];
    expect(billOfMaterials({own, packages, locked})).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: {component: {type: 'application', purl: 'pkg:npm/gantry@0.1.0'}},
      components: [
        {
          purl: 'pkg:npm/%40scope/one@1.0.0',
          licenses: [{expression: '(MIT OR Apache-2.0)'}],
          hashes: [{alg: 'SHA-512', content: '000102'}],
        },
      ],
    });
  });

  it('a package whose hash package-lock.json does not have is refused', () =>
    expect(() => billOfMaterials({own, packages: [bundled('two')], locked})).toThrow('no SHA-512 of two 1.0.0'));
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
