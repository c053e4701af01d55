import {execFile} from 'node:child_process';
import {mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {leaks} from '../rig/canaries.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startGantry} from '../rig/program.ts';
import {storedZip} from '../rig/stored-zip.ts';
import {TERRAFORM} from '../rig/terraform.ts';
import {hasTestProvider, TEST_PROVIDER} from '../rig/terraform-provider.ts';
import {objectId, objectStack, processesOf, untilInterrupted} from './support/object-stack.ts';

const APPLY = ['apply', '--yes', '--no-wait'] as const;
const ALLOW = ['a', 'b', 'c', 'd'].flatMap((name) =>
  ['--allow-replace', '--allow-data-loss'].flatMap((flag) => [flag, objectId(name)]),
);
const run = promisify(execFile);

const actionsOf = ({changes}: Plan) =>
  Object.fromEntries(changes.map(({id, action}) => [id.split(':').at(-1), action]));
const mayExist = ({diagnostics}: Plan) =>
  diagnostics.flatMap(({code, resource}) => (code === 'terraform/may-exist' ? [resource] : []));

/** Returns the programs of providers in a mirror. */
const programsIn = async (mirror: string): Promise<readonly string[]> =>
  (await readdir(mirror, {recursive: true}))
    .filter((name) => basename(name).startsWith('terraform-provider-'))
    .map((name) => join(mirror, name));

/**
 * Makes the backend of a stack a link to a directory. A link to itself can be neither read nor written. Each change is one rename, so that no
 * process can make the directory again in between, or take the lock for deleted.
 */
async function mountedBackend(dir: string) {
  const state = join(dir, 'state');
  const link = async (target: string): Promise<void> => {
    await symlink(target, `${state}.next`);
    await rename(`${state}.next`, state);
  };
  await mkdir(join(dir, 'mounted'));
  await link('mounted');
  return {takeAway: () => link('state'), bringBack: () => link('mounted')};
}

/** Mounts a small tmpfs; undefined where this user cannot. */
async function smallMemory(): Promise<string | undefined> {
  const directory = await mkdtemp(join(tmpdir(), 'gantry-small-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'tmpfs', directory]);
  } catch {
    return undefined;
  }
  atEndOfTest(async () => {
    await run('umount', ['-l', directory]);
    await rm(directory, {recursive: true, force: true});
  });
  return directory;
}

describe.runIf(hasTestProvider())('with the terraform of this machine and the test provider', () => {
  onCluster('an apply of Terraform that something disturbs', (cluster) => {
    it('an object that the provider refuses fails alone, and the next run creates it', async () => {
      const {begin, server, start, preview} = await objectStack(cluster);
      await begin('refused');
      server.reset(async ({name}) => (name === 'a' ? 'refuse' : undefined));
      const failed = await start(...APPLY).ended;
      expect(failed).toMatchObject({code: 6, stdout: expect.stringContaining('The server refused the object')});
      const plan = await preview();
      expect(actionsOf(plan)).toEqual({a: 'create', b: 'unchanged', c: 'create', d: 'unchanged'});
      expect(mayExist(plan)).toEqual([]);
      server.reset();
    });

    it('a replacement whose new object is refused fails, and the next run creates it', async () => {
      const {begin, server, start, preview, write} = await objectStack(cluster);
      server.reset();
      await begin('half');
      expect(await start(...APPLY).ended).toMatchObject({code: 0});
      await write({zone: 'north'});
      server.at(async ({name, method}) => (name === 'b' && method === 'POST' ? 'refuse' : undefined));
      const failed = await start(...APPLY, ...ALLOW).ended;
      expect(failed, failed.stdout).toMatchObject({
        code: 6,
        stdout: expect.stringContaining('The server refused the object'),
      });
      expect(failed.stdout).not.toContain(`replaced  ${objectId('b')}`);
      server.at(async () => undefined);
      expect(actionsOf(await preview())).toEqual({a: 'unchanged', b: 'create', c: 'unchanged', d: 'unchanged'});
      expect(await start(...APPLY).ended).toMatchObject({code: 0});
    });

    it('a provider that crashes fails the run, and what it was creating may exist', async () => {
      const {begin, server, start, preview} = await objectStack(cluster);
      await begin('crash');
      server.reset(async ({name, phase}) => (name === 'b' && phase === 'after' ? 'crash' : undefined));
      const failed = await start(...APPLY).ended;
      expect(failed).toMatchObject({code: 6, stdout: expect.stringMatching(/did not respond|Plugin error/)});
      const plan = await preview();
      expect(mayExist(plan)).toContain(objectId('b'));
      const {message, hint} = plan.diagnostics.find(({resource}) => resource === objectId('b')) ?? {};
      expect(message).toContain('gantrytest_object.b with {"name":"b"}');
      expect(hint).toContain('kusionstack.io/import-id');
    });

    it('one of three runs that race wins, and no object is made twice', async () => {
      const {begin, server, start} = await objectStack(cluster);
      await begin('race');
      const others = Promise.withResolvers<void>();
      server.reset(() => others.promise.then(() => undefined));
      const runs = [1, 2, 3].map(() => start(...APPLY).ended);
      let ended = 0;
      for (const one of runs) void one.then(() => ++ended === 2 && others.resolve());
      const codes = (await Promise.all(runs)).map(({code}) => code);
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      expect(codes.filter((code) => code === 5)).toHaveLength(2);
      expect([...server.objects.values()].map(({name}) => name).toSorted()).toEqual(['a', 'b', 'c', 'd']);
    });

    it('one of three runs that race for the next release wins, and the others name the lock', async () => {
      const {begin, server, start} = await objectStack(cluster);
      server.reset();
      await begin('races');
      expect(await start(...APPLY).ended).toMatchObject({code: 0});
      // Somebody deletes all objects, so that there is something to apply.
      const others = Promise.withResolvers<void>();
      server.reset(() => others.promise.then(() => undefined));
      const runs = [1, 2, 3].map(() => start(...APPLY, '--lock-timeout', '0').ended);
      let ended = 0;
      for (const one of runs) void one.then(() => ++ended === 2 && others.resolve());
      const all = await Promise.all(runs);
      expect(all.map(({code}) => code).toSorted()).toEqual([0, 5, 5]);
      for (const {code, stderr} of all) if (code !== 0) expect(stderr).toMatch(/has been locked by|The plan is stale/);
      expect([...server.objects.values()].map(({name}) => name).toSorted()).toEqual(['a', 'b', 'c', 'd']);
    });

    it('an apply is three processes, and a preview without changes is one', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'gantry-calls-'));
      atEndOfTest(() => rm(directory, {recursive: true, force: true}));
      const [calls, program] = [join(directory, 'calls'), join(directory, 'terraform')];
      await writeFile(program, `#!/bin/sh\necho "$1" >> "${calls}"\nexec "${TERRAFORM}" "$@"\n`, {mode: 0o700});
      const taken = async (): Promise<readonly string[]> => {
        const lines = (await readFile(calls, 'utf8')).trim().split('\n');
        await rm(calls);
        return lines;
      };
      const {begin, server, start, preview, write} = await objectStack(cluster, {GANTRY_TERRAFORM: program});
      server.reset();
      await begin('calls');
      expect(await start(...APPLY).ended).toMatchObject({code: 0});
      // The first run installs the provider, and reads its schema.
      expect(await taken()).toEqual(['version', 'init', 'plan', 'show', 'apply', 'providers']);
      expect(new Set(Object.values(actionsOf(await preview())))).toEqual(new Set(['unchanged']));
      expect(await taken()).toEqual(['plan']);
      await write({size: 'large'});
      expect(await start(...APPLY).ended).toMatchObject({code: 0});
      expect(await taken()).toEqual(['plan', 'show', 'apply']);
      expect(new Set(Object.values(actionsOf(await preview())))).toEqual(new Set(['unchanged']));
      expect(await taken()).toEqual(['plan']);
    });

    it('a program that starts another version is refused once, and works in the next run', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'gantry-versions-'));
      atEndOfTest(() => rm(directory, {recursive: true, force: true}));
      const [said, program] = [join(directory, 'said'), join(directory, 'terraform')];
      await writeFile(program, `#!/bin/sh\n[ "$1" = version ] && exec cat "${said}"\nexec "${TERRAFORM}" "$@"\n`, {
        mode: 0o700,
      });
      const {stdout} = await run(TERRAFORM ?? '', ['version'], {env: {CHECKPOINT_DISABLE: '1'}});
      await writeFile(said, stdout.replace(/v\d+\.\d+\.\d+/, 'v1.99.0'));
      const {begin, server, start} = await objectStack(cluster, {GANTRY_TERRAFORM: program});
      server.reset();
      await begin('versions');
      const refused = await start(...APPLY).ended;
      expect(refused.stderr).toMatch(/has reported version 1\.99\.0, but runs version [\d.]+ now/);
      expect(refused.stderr).toContain('hint: Run the command again.');
      expect([refused.code, server.objects.size]).toEqual([5, 0]);
      await writeFile(said, stdout);
      expect(await start(...APPLY).ended).toMatchObject({code: 0});
    });

    it('stacks with a common plugin cache apply at the same time, also from two homes', async () => {
      const {server, object, namespace, files, env, memory, dir, home} = await objectStack(cluster);
      const [program] = await programsIn(join(memory, 'mirror'));
      const packed = join(memory, 'packed', TEST_PROVIDER);
      await mkdir(packed, {recursive: true});
      const platform = basename(dirname(program ?? ''));
      await writeFile(
        join(packed, `terraform-provider-gantrytest_1.0.0_${platform}.zip`),
        storedZip('terraform-provider-gantrytest_v1.0.0', await readFile(program ?? '')),
      );
      const config = join(memory, 'packed.tfrc');
      await writeFile(config, `provider_installation { filesystem_mirror { path = "${join(memory, 'packed')}" } }\n`);
      const plugins = join(memory, 'plugins');
      await mkdir(plugins);
      const names = ['one', 'two', 'three', 'four', 'five', 'six'];
      for (const name of names)
        await files({
          [`${name}/stack.yaml`]: {name, workspace: 'test', namespace, sources: [{spec: 'spec.yaml'}]},
          [`${name}/spec.yaml`]: {resources: [{...object(name, {}), id: objectId(name)}]},
        });
      const more = {...env, TF_CLI_CONFIG_FILE: config, TF_PLUGIN_CACHE_DIR: plugins};
      const runs = names.map((name, index) =>
        startGantry({dir: join(dir, name), home: index % 2 === 0 ? home : join(memory, 'home')}, APPLY, more),
      );
      for (const {ended} of runs) {
        const ran = await ended;
        expect(ran, ran.stdout + ran.stderr).toMatchObject({code: 0});
      }
      expect([...server.objects.values()].map(({name}) => name).toSorted()).toEqual(names.toSorted());
    });

    it('Ctrl-C ends the step in progress and records it, and the next run goes on', async () => {
      const {begin, server, start, preview, runs} = await objectStack(cluster);
      await begin('interrupt');
      let interrupted: Promise<void> | undefined;
      server.reset(async ({name}) => {
        if (name !== 'a') return;
        interrupted ??= (program.child.kill('SIGINT'), untilInterrupted(runs));
        await interrupted;
      });
      const program = start(...APPLY);
      expect(await program.ended).toMatchObject({code: 130});
      const shown = JSON.parse((await start('release', 'show', '-o', 'json').ended).stdout) as {readonly phase: string};
      expect(shown.phase).toBe('interrupted');
      const plan = await preview();
      expect(actionsOf(plan)).toMatchObject({a: 'unchanged', c: 'create'});
      server.reset();
    });

    it('a lost lock interrupts Terraform, and what it made is in the state', async () => {
      const {begin, server, start, preview, runs} = await objectStack(cluster);
      await begin('lost');
      let unlocked: Promise<void> | undefined;
      const unlock = async (): Promise<void> => {
        const ran = await start('release', 'unlock', '--force', '--yes').ended;
        expect(ran, ran.stderr).toMatchObject({code: 0});
        await untilInterrupted(runs);
      };
      server.reset(async ({name}) => {
        if (name !== 'a') return;
        unlocked ??= unlock();
        await unlocked;
      });
      const failed = await start(...APPLY).ended;
      expect(failed).toMatchObject({code: 6, stdout: expect.stringContaining('lock')});
      expect(actionsOf(await preview())).toMatchObject({a: 'unchanged', c: 'create'});
    });

    it('a backend that is away for a while gets the state when it is back', async () => {
      const {begin, server, start, preview, dir} = await objectStack(cluster);
      const {takeAway, bringBack} = await mountedBackend(dir);
      await begin('away');
      server.reset(async ({name, phase}) => {
        if (name === 'c' && phase === 'after') await takeAway();
      });
      const program = start(...APPLY, '-o', 'jsonl');
      await program.event('step-waiting', ({message}) => String(message).includes('not stored'));
      await bringBack();
      const ended = await program.ended;
      expect(ended, ended.stderr).toMatchObject({code: 0});
      expect(new Set(Object.values(actionsOf(await preview())))).toEqual(new Set(['unchanged']));
    });

    it('a run that does not wait for the backend leaves the state and the lock to the watcher', async () => {
      const {begin, server, start, preview, dir, untilSettled} = await objectStack(cluster);
      const {takeAway, bringBack} = await mountedBackend(dir);
      await begin('left');
      server.reset(async ({name, phase}) => {
        if (name === 'c' && phase === 'after') await takeAway();
      });
      const program = start(...APPLY, '-o', 'jsonl');
      await program.event('step-waiting', ({message}) => String(message).includes('not stored'));
      program.child.kill('SIGINT');
      const ended = await program.ended;
      expect(ended.code, ended.stderr).not.toBe(0);
      await bringBack();
      await untilSettled();
      const next = await start(...APPLY).ended;
      expect(next, next.stderr).toMatchObject({code: 0});
      const plan = await preview();
      expect([new Set(Object.values(actionsOf(plan))), mayExist(plan)]).toEqual([new Set(['unchanged']), []]);
      expect([...server.objects.values()].map(({name}) => name).toSorted()).toEqual(['a', 'b', 'c', 'd']);
    });

    it('a directory in memory that is full stops the apply, and nothing is lost', async ({skip}) => {
      const memory = await smallMemory();
      if (memory === undefined) {
        skip('this user cannot mount a tmpfs');
        return;
      }
      const {begin, server, start, preview, runs} = await objectStack(cluster, {XDG_RUNTIME_DIR: memory});
      await begin('full');
      const filler = join(memory, 'filler');
      let filled: Promise<void> | undefined;
      server.reset(async ({name}) => {
        if (name !== 'a') return;
        filled ??= writeFile(filler, Buffer.alloc(8 << 20, 1))
          .catch(() => undefined)
          .then(() => untilInterrupted(runs));
        await filled;
      });
      const failed = await start(...APPLY).ended;
      expect(failed, failed.stderr).toMatchObject({code: 6, stdout: expect.stringContaining('is full')});
      await rm(filler);
      const plan = await preview();
      expect(actionsOf(plan)).toMatchObject({a: 'unchanged', c: 'create'});
      expect(mayExist(plan)).toEqual([]);

      await writeFile(filler, Buffer.alloc(3_500_000, 1));
      const refused = await start(...APPLY).ended;
      expect(refused.code).not.toBe(0);
      expect(`${refused.stdout}${refused.stderr}`).toMatch(/too little space|no space left|ENOSPC/);
      await rm(filler);
    });

    it('keys are in no environment and in no command line of the watcher and of Terraform', async () => {
      const {begin, server, start, secrets, key} = await objectStack(cluster);
      await begin('keys');
      const texts: string[] = [];
      server.reset(async ({provider}) => {
        const {terraform, watcher} = await processesOf(provider);
        for (const pid of [terraform, watcher, provider])
          for (const file of ['environ', 'cmdline']) texts.push(await readFile(`/proc/${pid}/${file}`, 'utf8'));
      });
      expect(await start(...APPLY).ended).toMatchObject({code: 0});
      expect(texts.length).toBeGreaterThan(0);
      expect(texts.flatMap((text) => leaks(text, {...secrets, key}))).toEqual([]);
      expect(server.bodies.find(({name}) => name === 'd')).toMatchObject(secrets);
    });
  });
});
