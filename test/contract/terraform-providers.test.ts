import {spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeEach, describe, expect, it} from 'vitest';
import {withDirectoryLock} from '../../src/adapters/local/backend/directory-lock.ts';
import {temporaryDirectory} from '../../src/adapters/local/programs/private-directory.ts';
import {childVariables} from '../../src/adapters/terraform/child-variables.ts';
import {findTerraform} from '../../src/adapters/terraform/find-terraform.ts';
import {initialize} from '../../src/adapters/terraform/initialize.ts';
import {providerLocks} from '../../src/adapters/terraform/lock-providers.ts';
import type {LockedProvider, TerraformLock} from '../../src/core/resource/terraform-lock.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {mirrored, type ProviderMirror, providerMirror} from '../rig/provider-mirror.ts';
import {hasTerraform, testedProduct, testedTerraform} from '../rig/terraform.ts';

type World = {readonly mirror: ProviderMirror; readonly home: string} & Awaited<ReturnType<typeof openWorld>>;

async function openWorld(mirror: ProviderMirror, home: string) {
  const terraform = await testedTerraform();
  atEndOfTest(terraform.close);
  const env = childVariables({...terraform.env, ...mirror.env});
  const program = await findTerraform({...terraform.env}, env);
  const options = {
    env: {...terraform.env, ...mirror.env},
    home,
    exclusively: <T>(directory: string, work: () => Promise<T>, signal: AbortSignal) =>
      withDirectoryLock({directory, signal}, work),
    clean: (text: string) => text,
  };
  const {signal} = new AbortController();
  return {
    program,
    inits: () => terraform.calls().filter((line) => line.startsWith('init')).length,
    /** Installs providers as a run of another stack does. */
    install: async (locked: readonly LockedProvider[], ...names: readonly string[]) => {
      const providers = names.map((name) => ({name, source: mirrored(name), version: '1.0.0'}));
      const directory = await temporaryDirectory(join(home, 'run'));
      const about = {idAt: () => undefined, origins: new Map(), clean: options.clean};
      try {
        return await initialize({providers, locked, program, directory, env, options, about, signal});
      } finally {
        await directory.remove();
      }
    },
    lock: (version: string, {before, upgrade = false}: {before?: TerraformLock; upgrade?: boolean} = {}) =>
      providerLocks({...options, directory: () => temporaryDirectory(join(home, 'run'))})({
        resources: [
          {
            id: 'test:one:one_thing:a',
            type: 'Terraform',
            attributes: {},
            dependsOn: [],
            extensions: {provider: `${mirrored('one')}${version}`, resourceType: 'one_thing'},
          },
        ],
        before,
        upgrade,
        signal,
      }),
  };
}

let world: World;

beforeEach(async () => {
  const mirror = await providerMirror();
  atEndOfTest(mirror.close);
  const home = await mkdtemp(join(tmpdir(), 'gantry-home-'));
  atEndOfTest(() => rm(home, {recursive: true, force: true}));
  world = {mirror, home, ...(await openWorld(mirror, home))};
});

describe.runIf(hasTerraform())('with the terraform of this machine', () => {
  it('the lock has the checksums of all platforms in a mirror, and a note names them', async () => {
    const {mirror, program, lock} = world;
    await mirror.add('one', '1.0.0', program.platform);
    await mirror.add('one', '1.0.0', 'darwin_arm64');
    await mirror.pack('one', '1.0.0', 'windows_amd64');
    const locked = await lock('/1.0.0');
    expect(locked.lock).toMatchObject({program: testedProduct(), version: program.version});
    expect(locked.lock.providers).toMatchObject([{source: mirrored('one'), version: '1.0.0'}]);
    const hashes = locked.lock.providers.flatMap((one) => one.hashes);
    expect(hashes.filter((hash) => hash.startsWith('h1:'))).toHaveLength(3);
    expect(locked.diagnostics).toMatchObject([
      {
        code: 'terraform/platforms',
        message: expect.stringContaining(`darwin_arm64, ${program.platform}, windows_amd64`),
      },
    ]);
  });

  it('a lock keeps its versions and checksums, and an upgrade takes the newest', async () => {
    const {mirror, program, lock} = world;
    await mirror.add('one', '1.0.0', program.platform);
    const first = await lock('');
    await mirror.add('one', '1.1.0', program.platform);
    const other: TerraformLock = {
      ...first.lock,
      providers: first.lock.providers.map((one) => ({...one, hashes: [...one.hashes, 'h1:ofAnotherPlatform=']})),
    };
    const again = await lock('', {before: other});
    expect(again.lock.providers).toEqual(other.providers.map((one) => ({...one, hashes: one.hashes.toSorted()})));
    const upgraded = await lock('', {before: other, upgrade: true});
    expect(upgraded.lock.providers).toMatchObject([{version: '1.1.0'}]);
    expect(upgraded.lock.providers[0]?.hashes).not.toContain('h1:ofAnotherPlatform=');
  });

  it('another program than the locked one is refused, and an upgrade locks it', async () => {
    const {mirror, program, lock} = world;
    await mirror.add('one', '1.0.0', program.platform);
    const before: TerraformLock = {program: 'tofu', version: '1.9.0', providers: []};
    await expect(lock('/1.0.0', {before})).rejects.toMatchObject({
      failure: {code: 'terraform/unusable', problem: expect.stringContaining('tofu 1.9.0')},
    });
    const upgraded = await lock('/1.0.0', {before, upgrade: true});
    expect(upgraded.lock).toMatchObject({program: testedProduct(), version: program.version});
  });

  it('a package with another checksum than the lock is refused', async () => {
    const {mirror, program, lock, install} = world;
    await mirror.add('one', '1.0.0', program.platform);
    const {
      lock: {providers},
    } = await lock('/1.0.0');
    await mirror.add('one', '1.0.0', program.platform, 'changed');
    await expect(install(providers, 'one')).rejects.toMatchObject({
      failure: {
        code: 'terraform/unusable',
        problem: `the package of the provider ${mirrored('one')} 1.0.0 has none of the locked checksums`,
        hint: expect.stringContaining('gantry chart lock'),
      },
    });
  });

  it('providers are installed once for the same lock, and again if their packages were removed', async () => {
    const {mirror, program, install, inits} = world;
    await mirror.add('one', '1.0.0', program.platform);
    const first = await install([], 'one');
    expect(await install([], 'one')).toEqual(first);
    expect(inits()).toBe(1);
    await rm(mirror.pluginCache, {recursive: true});
    await install([], 'one');
    expect(inits()).toBe(2);
  });

  it('several stacks with a common plugin cache install providers at the same time', async () => {
    const {mirror, program, install, inits} = world;
    for (const name of ['one', 'two', 'three']) await mirror.pack(name, '1.0.0', program.platform);
    const sets = [['one'], ['one', 'two'], ['two', 'three'], ['one', 'two', 'three']];
    const all = await Promise.all([...sets, ...sets].map((names) => install([], ...names)));
    for (const {data, lock} of all)
      for (const [, source = ''] of lock.matchAll(/^provider "([^"]+)"/gm))
        expect(existsSync(join(data, 'providers', source, '1.0.0', program.platform))).toBe(true);
    expect(inits()).toBe(sets.length);
  });

  it('a provider in the plugin cache that another process runs is used as it is', async () => {
    const {mirror, program, install} = world;
    await mirror.pack('one', '1.0.0', program.platform);
    await mirror.pack('two', '1.0.0', program.platform);
    await install([], 'one');
    const file = join(mirror.pluginCache, mirrored('one'), '1.0.0', program.platform, 'terraform-provider-one_v1.0.0');
    const running = spawn(file, ['300'], {stdio: 'ignore'});
    await new Promise((resolve) => running.once('spawn', resolve));
    try {
      expect((await install([], 'one', 'two')).lock).toContain(mirrored('two'));
    } finally {
      running.kill('SIGKILL');
    }
  });

  it('a provider that a developer has replaced is not installed', async () => {
    const {mirror, program, install} = world;
    const file = await mirror.add('own', '1.0.0', program.platform);
    await rm(join(mirror.directory, mirrored('own')), {recursive: true});
    await mirror.configure(`dev_overrides { "${mirrored('own')}" = ${JSON.stringify(join(file, '..'))} }`);
    expect((await install([], 'own')).lock).toBe('');
  });

  it('a provider that no mirror has is named', async () => {
    const {install} = world;
    await expect(install([], 'absent')).rejects.toMatchObject({
      failure: {
        code: 'terraform/failed',
        command: 'init',
        diagnostics: [{message: expect.stringContaining(mirrored('absent'))}],
      },
    });
  });
});
