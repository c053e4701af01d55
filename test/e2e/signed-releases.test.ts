import {execFile} from 'node:child_process';
import {chmod, mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {expect, it} from 'vitest';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import type {Release} from '../../src/core/release/release.ts';
import {openHistory} from '../../src/engine/release/release-history.ts';
import {apply} from '../../src/index.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {ReleaseVerifyOutput} from '../../src/ui/output/release-verify-output.ts';
import type {Cluster} from '../rig/cluster.ts';
import {put, text} from '../rig/forge.ts';
import {accessBy, secretsBackend} from '../rig/kubernetes-backends.ts';
import {configMap, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {rewriteHistory} from '../rig/rewrite-history.ts';
import {agentWith, makeKey} from '../rig/ssh-agent.ts';
import {makeStack} from '../rig/stack.ts';

type Place = {readonly env: Readonly<Record<string, string>>; readonly backendOf: (home: string) => Promise<Backend>};

const PLACES: readonly {readonly where: string; readonly open: (cluster: Cluster) => Promise<Place>}[] = [
  {
    where: 'a directory',
    open: async () => ({env: {}, backendOf: async (home) => localBackend({directory: join(home, '.gantry')})}),
  },
  {
    where: 'the Secrets of a namespace',
    open: async (cluster) => {
      const namespace = cluster.freshNamespace('state');
      await cluster.create(namespaceObject(namespace));
      return {
        env: {GANTRY_BACKEND: `kubernetes://${namespace}`},
        backendOf: async () => secretsBackend(await accessBy(cluster.kubeconfigPath), namespace),
      };
    },
  },
];

const ATTACK = {from: 2, change: (release: Release): Release => ({...release, gantryVersion: '9.9.9'})};

onCluster('signed releases', (cluster) => {
  const {kubeconfigPath} = cluster;

  /** A stack whose workspace has the key of alice as its signer, and the keys of alice and mallory as files. */
  async function signedStack(place: Place = {env: {}, backendOf: async () => Promise.reject()}, rules: object = {}) {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('a', {a: '0'}))});
    const keys = join(stack.home, 'keys');
    await mkdir(keys, {recursive: true, mode: 0o700});
    const [alice, mallory] = [join(keys, 'alice'), join(keys, 'mallory')];
    const line = `alice@example.com ${await makeKey(alice)}`;
    await makeKey(mallory);
    const signers = join(keys, 'signers');
    await writeFile(signers, `${line}\n`);
    const context = {kubeconfig_path: kubeconfigPath};
    const signatures = {required: true, signers: [line], ...rules};
    // A backend in the cluster of its workspace cannot store that workspace: it is the user's own.
    const own = join(stack.home, '.gantry/workspaces');
    await mkdir(own, {recursive: true});
    await writeFile(join(own, 'test.yaml'), JSON.stringify({name: 'test', context, signatures}));
    await stack.remove('workspaces/test.yaml');
    const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      stack.gantry(args, {env: {...place.env, ...env}});
    const done = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const ran = await run(args, env);
      expect(ran.code, `${args.join(' ')}\n${ran.stdout}${ran.stderr}`).toBe(0);
      return ran;
    };
    const change = (value: string) => stack.write(manifests(configMap('a', {a: value})));
    const live = async () =>
      ((await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'})) as {data?: {a: string}})?.data
        ?.a;
    const verified = async (...more: readonly string[]) => {
      const ran = await run(['release', 'verify', ...more, '-o', 'json']);
      const document = ReleaseVerifyOutput.parse(JSON.parse(ran.stdout));
      expect(ran.code, ran.stdout).toBe(document.isWhole ? 0 : 5);
      return document;
    };
    const faults = async (...more: readonly string[]) =>
      (await verified(...more)).faults.map(({revision, problem}) => `${revision} ${problem}`);
    const lineageIn = async (backend: Backend) =>
      (await openHistory({backend, project: 'shop', stack: 'shop', workspace: 'test'})).lineage ?? '';
    return {...stack, alice, mallory, signers, keys, line, run, done, change, live, verified, faults, lineageIn};
  }

  it('a workspace that requires signatures refuses a run without a key, or with the key of another person, and writes nothing', async () => {
    const stack = await signedStack();
    const unsigned = await stack.run(['apply', '--yes']);
    expect(unsigned).toMatchObject({code: 5});
    expect(unsigned.stderr).toContain('requires signed releases, and this run has no key; nothing was changed');
    expect(unsigned.stderr).toContain('--sign KEY or GANTRY_SIGN_KEY');
    const other = await stack.run(['apply', '--yes', '--sign', stack.mallory]);
    expect(other).toMatchObject({code: 5});
    expect(other.stderr).toContain('its signers do not list the key; nothing was changed');
    const missing = await stack.run(['apply', '--yes'], {GANTRY_SIGN_KEY: join(stack.keys, 'none')});
    expect(missing).toMatchObject({code: 5});
    expect(missing.stderr).toContain('ssh-keygen made no signature; nothing was changed');
    const keyless = await stack.run(['apply', '--yes', '--sign', 'sigstore']);
    expect(keyless).toMatchObject({code: 5});
    expect(keyless.stderr).toContain('the environment has no identity token');
    expect(await stack.live()).toBeUndefined();
    await stack.done(['apply', '--yes', '--sign', stack.alice]);
    expect(await stack.live()).toBe('0');
  });

  it('each command that records a release signs it, with a file, an SSH agent or the environment', async () => {
    const stack = await signedStack();
    const agent = await agentWith(stack.alice);
    await writeFile(join(stack.keys, 'public.pub'), await readFile(`${stack.alice}.pub`));
    await stack.done(['apply', '--yes', '--sign', stack.alice]);
    await stack.change('1');
    await stack.done(['apply', '--yes', '--sign', join(stack.keys, 'public.pub')], {SSH_AUTH_SOCK: agent.socket});
    const env = {GANTRY_SIGN_KEY: stack.alice};
    await stack.done(['release', 'rollback', '--to', '1', '--yes'], env);
    await stack.change('2');
    const ofLibrary = {PATH: process.env['PATH'], HOME: stack.home, GANTRY_HOME: join(stack.home, '.gantry')};
    await apply({directory: stack.dir, env: ofLibrary, sign: stack.alice});
    await stack.done(['destroy', '--yes'], env);
    const {signatures, releases} = await stack.verified();
    expect(releases).toBe(5);
    expect(signatures?.map(({revision, state, signer}) => [revision, state, signer])).toEqual(
      [5, 4, 3, 2, 1].map((revision) => [revision, 'signed', 'alice@example.com']),
    );
    const shown = await stack.done(['release', 'verify']);
    expect(shown.stdout).toMatch(/^revisions 1 to 5 {2}signed by alice@example\.com \(SHA256:/m);
    await agent.end();
    await stack.change('3');
    const gone = await stack.run(['apply', '--yes', '--sign', join(stack.keys, 'public.pub')], {
      SSH_AUTH_SOCK: agent.socket,
    });
    expect(gone).toMatchObject({code: 5});
    expect(gone.stderr).toContain('nothing was changed');
    expect(await stack.live()).toBeUndefined();
  });

  it.each(PLACES)(
    'a history that was written again with the key of the backend in $where is found by its signatures, and only by them',
    async ({open}) => {
      const place = await open(cluster);
      const stack = await signedStack(place);
      for (const value of ['1', '2', '3', '4']) {
        await stack.change(value);
        await stack.done(['apply', '--yes', '--sign', stack.alice]);
      }
      const backend = await place.backendOf(stack.home);
      const lineage = await stack.lineageIn(backend);
      const keys = await backend.list(`releases/${lineage}/`);
      const before = new Map(await Promise.all(keys.map(async (key) => [key, await text(backend, key)] as const)));
      const restore = async () => {
        for (const [key, whole] of before) await put(backend, key, whole);
      };
      expect(await stack.faults()).toEqual([]);
      expect(await stack.faults('--signers', stack.signers)).toEqual([]);

      await rewriteHistory(backend, lineage, ATTACK);
      expect(await stack.faults()).toEqual(['4 unsigned', '3 unsigned', '2 unsigned']);
      expect(await stack.faults('--signers', stack.signers)).toEqual(['4 unsigned', '3 unsigned', '2 unsigned']);
      await restore();
      await rewriteHistory(backend, lineage, {...ATTACK, keepsSignature: true});
      expect(await stack.faults()).toEqual(['4 bad-signature', '3 bad-signature', '2 bad-signature']);
      await restore();
      await rewriteHistory(backend, lineage, {...ATTACK, from: 1});
      expect(await stack.faults()).toEqual(['4 unsigned']);
      // The chain and the MACs alone are valid: nothing but the signatures shows the attack.
      const own = join(stack.home, '.gantry/workspaces/test.yaml');
      await writeFile(own, JSON.stringify({name: 'test', context: {kubeconfig_path: kubeconfigPath}}));
      expect(await stack.faults()).toEqual([]);
      expect(await stack.faults('--signers', stack.signers)).toEqual(['4 unsigned']);
      await restore();
      expect(await stack.faults('--signers', stack.signers)).toEqual([]);
      const others = join(stack.keys, 'others');
      await writeFile(others, `mallory ${await readFile(`${stack.mallory}.pub`, 'utf8')}`);
      expect(await stack.faults('--signers', others)).toEqual([
        '4 unknown-signer',
        '3 unknown-signer',
        '2 unknown-signer',
        '1 unknown-signer',
      ]);
      expect((await stack.verified()).signatures?.[0]).toMatchObject({state: 'unknown-key', revision: 4});
    },
  );

  it('ssh-keygen verifies the signature of a stored release with the commands of the guide', async ({skip}) => {
    const guide = await readFile(join(import.meta.dirname, '../../docs/guides/history.md'), 'utf8');
    const block = /```console\n([^`]*ssh-keygen -Y verify[^`]*)```/.exec(guide)?.[1] ?? '';
    const commands = block.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []));
    expect(commands.length).toBeGreaterThan(5);
    const shell = (script: string, cwd: string) => promisify(execFile)('sh', ['-ec', script], {cwd});
    if ((await shell('command -v jq || true', '/')).stdout === '') skip('jq is not in PATH');
    const stack = await signedStack();
    await stack.done(['apply', '--yes', '--sign', stack.alice]);
    await stack.done(['release', 'verify', '--save', 'friday.json']);
    await stack.write({signers: stack.line.replace('alice@', 'ci@')});
    const {stdout} = await shell(commands.join('\n'), stack.dir);
    const [good, signed, content] = stdout.trim().split('\n');
    expect(good).toMatch(/^Good "gantry-release" signature for ci@example\.com/);
    expect(content).toBe(`${signed}  -`);
    const verify = commands.find((one) => one.startsWith('ssh-keygen')) ?? '';
    await expect(shell(`echo >> statement; ${verify}`, stack.dir)).rejects.toMatchObject({code: 255});
  });

  it('a moved history is reported until the next signed run, and a rebuild needs a key, too', async () => {
    const stack = await signedStack();
    await stack.done(['apply', '--yes', '--sign', stack.alice]);
    const to = {GANTRY_BACKEND: `local:${join(stack.home, 'team')}`};
    await stack.done(['backend', 'migrate', `local:${join(stack.home, '.gantry')}`, to.GANTRY_BACKEND, '--yes']);
    const there = async () => {
      const {code, stdout} = await stack.run(['release', 'verify', '--signers', stack.signers], to);
      return [code, /signed for another backend: local \(/.test(stdout)];
    };
    expect(await there()).toEqual([5, true]);
    await stack.change('1');
    await stack.done(['apply', '--yes', '--sign', stack.alice], to);
    expect(await there()).toEqual([0, false]);
    const rebuild = ['release', 'rebuild', '--force', '--yes'];
    const unsigned = await stack.run(rebuild, to);
    expect(unsigned).toMatchObject({code: 5});
    expect(unsigned.stderr).toContain('requires signed releases');
    await stack.done([...rebuild, '--sign', stack.alice], to);
    expect(await there()).toEqual([0, false]);
  });

  it('a run over several workspaces writes nothing before each of them can be signed', async () => {
    const stack = await signedStack();
    const own = join(stack.home, '.gantry/workspaces');
    await writeFile(join(own, 'dev.yaml'), JSON.stringify({name: 'dev', context: {kubeconfig_path: kubeconfigPath}}));
    const [dev, test] = [cluster.freshNamespace('dev'), cluster.freshNamespace('test')];
    const sources = [{manifests: 'manifests/**/*'}];
    for (const [name, workspace, namespace] of [
      ['one', 'dev', dev],
      ['two', 'test', test],
    ] as const)
      await stack.write({
        [`many/${name}/stack.yaml`]: {name, workspace, namespace, sources},
        [`many/${name}/manifests/a.json`]: configMap('a', {a: '1'}),
      });
    const many = ['apply', '--all', '--yes', '-C', join(stack.dir, 'many')];
    const maps = () =>
      Promise.all(
        [dev, test].map((namespace) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'})),
      );
    const refused = await stack.run(many);
    expect(refused.code, refused.stderr).toBe(5);
    expect(refused.stderr).toContain('The workspace "test" requires signed releases');
    expect(await maps()).toEqual([undefined, undefined]);
    await stack.done([...many, '--sign', stack.alice]);
    expect(await maps()).toMatchObject([{data: {a: '1'}}, {data: {a: '1'}}]);
    for (const [name, workspace] of [
      ['one', 'dev'],
      ['two', 'test'],
    ] as const) {
      const ran = await stack.run([
        'release',
        'verify',
        '-s',
        `many/${name}`,
        '-w',
        workspace,
        '--signers',
        stack.signers,
      ]);
      expect(ran.stdout).toMatch(/^revision 1 {2}signed by alice@example\.com/m);
    }
  });

  it('a run that is interrupted is recorded and signed', async () => {
    const stack = await signedStack();
    await stack.write(manifests(...Array.from({length: 12}, (_, i) => configMap(`part-${i}`, {a: '1'}))));
    const stop = new AbortController();
    const ran = await stack.gantry(['apply', '--yes', '--parallelism', '1', '--sign', stack.alice], {
      signal: stop.signal,
      onStderr: (text) => {
        if (/^created /m.test(text)) stop.abort('SIGINT');
      },
    });
    expect(ran.code, ran.stderr).toBe(130);
    expect(JSON.parse((await stack.done(['release', 'show', '-o', 'json'])).stdout)).toMatchObject({
      revision: 1,
      phase: 'interrupted',
    });
    const {faults, signatures} = await stack.verified();
    expect(faults).toEqual([]);
    expect(signatures).toMatchObject([{revision: 1, state: 'signed', signer: 'alice@example.com'}]);
    expect(signatures?.[0]?.key).not.toContain('pending');
  });

  it('a run whose key stops signing while it runs is recorded without a signature, and says so', async () => {
    const stack = await signedStack();
    await stack.done(['apply', '--yes', '--sign', stack.alice]);
    const bin = join(stack.home, 'bin');
    await mkdir(bin);
    const {stdout} = await promisify(execFile)('sh', ['-c', 'command -v ssh-keygen']);
    await writeFile(
      join(bin, 'ssh-keygen'),
      `#!/bin/sh\nif [ -e '${bin}/used' ]; then exit 1; fi\ntouch '${bin}/used'\nexec ${stdout.trim()} "$@"\n`,
    );
    await chmod(join(bin, 'ssh-keygen'), 0o755);
    await stack.change('1');
    const ran = await stack.run(['apply', '--yes', '--sign', stack.alice], {PATH: `${bin}:${process.env['PATH']}`});
    expect(ran).toMatchObject({code: 5});
    expect(ran.stderr).toContain('revision 2 was recorded without a signature');
    expect(await stack.live()).toBe('1');
    expect(JSON.parse((await stack.done(['release', 'show', '-o', 'json'])).stdout)).toMatchObject({
      revision: 2,
      phase: 'succeeded',
    });
    expect(await stack.faults()).toEqual(['2 unsigned']);
    await stack.change('2');
    await stack.done(['apply', '--yes', '--sign', stack.alice]);
    expect(await stack.faults()).toEqual(['2 unsigned']);
  });

  it('a saved chain is verified without the backend, and a later one contains an earlier one', async () => {
    const place = (await PLACES[0]?.open(cluster)) as Place;
    const stack = await signedStack(place);
    const save = (file: string) => stack.done(['release', 'verify', '--save', file]);
    const step = async (value: string) => {
      await stack.change(value);
      await stack.done(['apply', '--yes', '--sign', stack.alice]);
    };
    await step('1');
    await step('2');
    await save('monday.json');
    await step('3');
    await save('friday.json');
    expect(await stack.faults('--contains', 'monday.json')).toEqual([]);

    // Another machine: another home, no cluster and no backend.
    const elsewhere = await makeStack({});
    const files = ['monday.json', 'friday.json'];
    for (const file of files) await elsewhere.write({[file]: await readFile(join(stack.dir, file), 'utf8')});
    const offline = async (...args: readonly string[]) => {
      const ran = await elsewhere.gantry(['release', 'verify', ...args, '-o', 'json'], {
        env: {GANTRY_BACKEND: 'local:/nowhere'},
      });
      const document = ReleaseVerifyOutput.parse(JSON.parse(ran.stdout));
      expect(ran.code).toBe(document.isWhole ? 0 : 5);
      return document.faults.map(({revision, problem}) => `${revision} ${problem}`);
    };
    expect(await offline('friday.json', '--signers', stack.signers, '--contains', 'monday.json')).toEqual([]);
    expect(await offline('monday.json', '--contains', 'friday.json')).toEqual(['3 lost']);
    const said = await elsewhere.gantry(['release', 'verify', 'friday.json']);
    expect(said.stdout).toContain('MACs are not checked');

    const backend = await place.backendOf(stack.home);
    await rewriteHistory(backend, await stack.lineageIn(backend), ATTACK);
    expect(await stack.faults('--contains', 'monday.json')).toEqual(['3 unsigned', '2 unsigned', '2 rewritten']);
    expect(await stack.run(['release', 'verify', '--save', 'rewritten.json'])).toMatchObject({code: 5});
    await elsewhere.write({'rewritten.json': await readFile(join(stack.dir, 'rewritten.json'), 'utf8')});
    expect(await offline('rewritten.json')).toEqual([]);
    expect(await offline('rewritten.json', '--contains', 'friday.json')).toEqual(['3 rewritten', '2 rewritten']);
    for (const args of [['stack.yaml'], ['none.json'], ['--contains', 'stack.yaml']]) {
      const wrong = await stack.run(['release', 'verify', ...args]);
      expect(wrong).toMatchObject({code: 3});
      expect(wrong.stderr).toContain('gantry release verify --save FILE');
    }
    await stack.write({'no-signers': 'alice\n'});
    const signers = await stack.run(['release', 'verify', '--signers', 'no-signers']);
    expect(signers).toMatchObject({code: 3});
    expect(signers.stderr).toContain('line 1: it has no public key');
    const other = await stack.run(['release', 'verify', '--save', 'stack.yaml']);
    expect(other).toMatchObject({code: 3});
    expect(other.stderr).toContain('is not a chain of releases');
  });
});
