import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {npmPackages} from '../../../../src/adapters/npm/npm-packages.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import type {PackageWanted} from '../../../../src/ports/npm-packages.ts';
import {type ArchiveMember, archive} from '../../../rig/chart-archive.ts';
import {moduleText, npmRegistry, packageMembers, type TestPackage} from '../../../rig/npm-registry.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const GOOD: TestPackage = {name: '@acme/cache', version: '1.2.0', files: {'index.js': moduleText('cache', '1.2.0')}};
const TOKEN = 'npm-t0ken-hunter2';

async function machine(npmrc = '', variables: Readonly<Record<string, string>> = {}) {
  const home = await scratchDirectory();
  await writeFile(join(home, '.npmrc'), npmrc);
  const env = {HOME: home, ...variables};
  const fetch = npmPackages({env, home: join(home, 'gantry'), signal: new AbortController().signal});
  const get = (wanted: Partial<PackageWanted> = {}) => fetch({name: '@acme/cache', version: '^1', ...wanted});
  /** The files in the cache. */
  const kept = async () =>
    (await readdir(join(home, 'gantry/cache/npm'), {recursive: true, withFileTypes: true}).catch(() => []))
      .filter((one) => one.isFile())
      .map(({name}) => name);
  return {home, get, kept};
}

describe('a package of an npm registry', () => {
  it('the newest version in a range is unpacked with the permissions of its owner only, and a locked version needs no request', async () => {
    const registry = await npmRegistry();
    for (const version of ['1.2.0', '1.10.0', '1.11.0-rc.1', '2.0.0']) registry.publish({...GOOD, version});
    const {get} = await machine();
    const fetched = await get({registry: registry.address});
    if ('problem' in fetched) throw new Error(fetched.problem);
    expect(fetched).toMatchObject({version: '1.10.0', integrity: expect.stringMatching(/^sha512-/)});
    expect(await readFile(join(fetched.directory, 'index.js'), 'utf8')).toBe(GOOD.files['index.js']);
    const asked = registry.requests.length;
    const {version, integrity} = fetched;
    expect(await get({registry: registry.address, locked: {version, integrity}})).toEqual(fetched);
    expect(registry.requests).toHaveLength(asked);
  });

  it('the registry and the token come from the npm configuration of the user, by the scope of the package', async () => {
    const registry = await npmRegistry({token: TOKEN});
    registry.publish(GOOD);
    const npmrc = `registry=http://127.0.0.1:1\n@acme:registry=${registry.address}\n//${registry.host}/:_authToken=\${TEAM_TOKEN}\n`;
    expect(await (await machine(npmrc, {TEAM_TOKEN: TOKEN})).get()).toMatchObject({version: '1.2.0'});
    const refused = await (await machine(npmrc, {TEAM_TOKEN: 'wrong-t0ken'})).get();
    expect(refused).toMatchObject({problem: expect.stringContaining('refused the login (401)')});
    expect(refused).toMatchObject({hint: expect.stringContaining('your npm configuration')});
    expect(JSON.stringify(refused)).not.toContain('wrong-t0ken');
  });

  it('a token of the workspace has priority, and a redirect to another server drops it', async () => {
    const [registry, elsewhere] = [await npmRegistry({token: TOKEN}), await npmRegistry()];
    for (const one of [registry, elsewhere]) one.publish(GOOD);
    const login = async (address: string) =>
      address.startsWith(registry.address) ? {password: new Secret(TOKEN), setting: 'charts.credentials'} : undefined;
    const {get, kept} = await machine(`//${registry.host}/:_authToken=old\n`);
    expect(await get({registry: registry.address, login})).toMatchObject({version: '1.2.0'});
    const path = '/@acme/cache/-/cache-1.2.0.tgz';
    registry.redirects.set(path, `${elsewhere.address}${path}`);
    const other = await machine();
    expect(await other.get({registry: registry.address, login})).toMatchObject({version: '1.2.0'});
    expect(elsewhere.requests).toEqual([{line: `GET ${path}`, authorization: undefined}]);
    expect(await kept()).toEqual(expect.arrayContaining(['index.js', 'package.json']));
  });

  it('an archive on another server gets no login of the registry', async () => {
    const [registry, elsewhere] = [await npmRegistry({token: TOKEN}), await npmRegistry()];
    elsewhere.publish(GOOD);
    registry.publish(GOOD, {dist: {tarball: `${elsewhere.address}/@acme/cache/-/cache-1.2.0.tgz`}});
    const {get} = await machine(`//${registry.host}/:_authToken=${TOKEN}\n`);
    expect(await get({registry: registry.address})).toMatchObject({version: '1.2.0'});
    expect(elsewhere.requests.map(({authorization}) => authorization)).toEqual([undefined]);
  });

  it.each([
    {
      name: 'without a SHA-512',
      dist: {integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk='},
      want: 'has no SHA-512 of 1.2.0',
    },
    {
      name: 'with another digest',
      dist: {integrity: `sha512-${'A'.repeat(86)}==`},
      want: 'but the registry declares sha512-AAAA',
    },
    {name: 'at a file', dist: {tarball: 'file:///etc/passwd'}, want: 'is not an address that begins with https'},
    {name: 'at another http server', dist: {tarball: 'http://registry.example/a.tgz'}, want: 'is http'},
    {name: 'at a metadata address', dist: {tarball: 'https://169.254.169.254/a.tgz'}, want: 'metadata address'},
  ])('an archive $name is refused', async ({dist, want}) => {
    const registry = await npmRegistry();
    registry.publish(GOOD, {dist});
    const {get, kept} = await machine();
    expect(await get({registry: registry.address})).toMatchObject({problem: expect.stringContaining(want)});
    expect(await kept()).toEqual([]);
  });

  it('another archive under a locked version is refused before it is downloaded', async () => {
    const registry = await npmRegistry();
    registry.publish(GOOD);
    const {get} = await machine();
    const first = await get({registry: registry.address});
    if ('problem' in first) throw new Error(first.problem);
    registry.publish({...GOOD, files: {'index.js': 'changed'}});
    const asked = registry.requests.length;
    const changed = await (await machine()).get({registry: registry.address, locked: first});
    expect(changed).toMatchObject({problem: expect.stringContaining('the registry has another archive now: sha512-')});
    expect(registry.requests.slice(asked).map(({line}) => line)).toEqual(['GET /@acme%2fcache']);
  });

  const members = packageMembers(GOOD);
  const hostile: readonly {name: string; more: readonly ArchiveMember[]; want: string}[] = [
    {
      name: 'a symbolic link',
      more: [{name: 'package/a', type: '2', linkName: '/etc/passwd'}],
      want: 'is a symbolic link',
    },
    {name: 'a hard link', more: [{name: 'package/a', type: '1', linkName: 'package/index.js'}], want: 'is a hard link'},
    {
      name: 'a path that leads out',
      more: [{name: 'package/../../evil', content: 'x'}],
      want: 'leads out of its directory',
    },
    {name: 'an absolute path', more: [{name: '/tmp/evil', content: 'x'}], want: 'is an absolute path'},
    {name: 'a second directory', more: [{name: 'other/evil', content: 'x'}], want: 'is not in the directory package'},
    {name: 'a file twice', more: [{name: 'package/index.js', content: 'x'}], want: 'is in it twice'},
    {name: 'a device', more: [{name: 'package/a', type: '3'}], want: 'is a device'},
    {name: 'a file below a file', more: [{name: 'package/index.js/a', content: 'x'}], want: 'cannot be written'},
    {
      name: '21 MiB of zeros',
      more: [{name: 'package/a', content: Buffer.alloc(21 * 2 ** 20)}],
      want: 'unpacks to more than 20 MiB',
    },
    {
      name: '2,001 files',
      more: Array.from({length: 2001}, (_, at) => ({name: `package/f${at}`})),
      want: 'more than 2000',
    },
  ];
  it.each(hostile)('an archive with $name is refused, and nothing of it stays', async ({more, want}) => {
    const registry = await npmRegistry();
    registry.publish(GOOD, {archive: archive([...members, ...more])});
    const {get, kept} = await machine();
    expect(await get({registry: registry.address})).toMatchObject({problem: expect.stringContaining(want)});
    expect(await kept()).toEqual([]);
  });

  it.each([
    {name: 'no package', bytes: gzipSync('x'), want: 'it has no valid package.json'},
    {name: 'no archive', bytes: Buffer.from('x'), want: 'is not a gzipped tar file'},
  ])('$name is refused', async ({bytes, want}) => {
    const registry = await npmRegistry();
    registry.publish(GOOD, {archive: bytes});
    const {get} = await machine();
    expect(await get({registry: registry.address})).toMatchObject({problem: expect.stringContaining(want)});
  });

  it.each([
    {
      name: 'a script for the installation',
      more: {scripts: {postinstall: 'touch /tmp/evil'}},
      want: 'the script `postinstall`',
    },
    {name: 'a dependency', more: {dependencies: {lodash: '^4'}}, want: 'it depends on lodash'},
    {name: 'a peer', more: {peerDependencies: {zod: '^4'}}, want: 'it depends on zod'},
    {name: 'TypeScript', more: {main: 'index.ts'}, want: 'TypeScript in packages is not supported'},
    {name: 'no main file', more: {main: 'other.js'}, want: '`main` in its package.json must name a JavaScript file'},
    {name: 'the name of another package', more: {name: '@acme/other'}, want: '["@acme/other","1.2.0"]'},
  ])('a package with $name is refused by name', async ({more, want}) => {
    const registry = await npmRegistry();
    registry.publish({...GOOD, more}, {archive: archive(packageMembers({...GOOD, more}))});
    const {get} = await machine();
    expect(await get({registry: registry.address})).toMatchObject({problem: expect.stringContaining(want)});
  });

  it('a package with other scripts, a bundled dependency and an optional peer is used', async () => {
    const registry = await npmRegistry();
    registry.publish({
      ...GOOD,
      more: {
        scripts: {test: 'vitest', prepare: 'tsc'},
        dependencies: {left: '1'},
        bundleDependencies: ['left'],
        peerDependencies: {zod: '^4'},
        peerDependenciesMeta: {zod: {optional: true}},
      },
      files: {...GOOD.files, 'node_modules/left/package.json': '{"name": "left"}', 'node_modules/left/index.js': ''},
    });
    const {get} = await machine();
    expect(await get({registry: registry.address})).toMatchObject({version: '1.2.0'});
  });

  it.each([
    {name: 'an unknown package', wanted: {name: '@acme/none'}, want: 'has no such file (404)'},
    {name: 'an unknown version', wanted: {version: '^3'}, want: 'it has no version ^3'},
    {name: 'a tag', wanted: {version: 'latest'}, want: 'latest is neither a version nor a range of versions'},
  ])('$name is an error that names the registry', async ({wanted, want}) => {
    const registry = await npmRegistry();
    registry.publish(GOOD);
    const {get} = await machine();
    const failed = await get({registry: registry.address, ...wanted});
    expect(failed).toMatchObject({problem: expect.stringContaining(want)});
    expect(failed).toMatchObject({problem: expect.stringContaining(registry.host)});
  });
});
