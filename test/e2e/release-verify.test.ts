import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {headKey, parseReleaseKey} from '../../src/core/release/keys.ts';
import {openHistory} from '../../src/engine/release/release-history.ts';
import {storedReleases} from '../../src/engine/release/revisions.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {ReleaseVerifyOutput} from '../../src/ui/output/release-verify-output.ts';
import type {Cluster} from '../rig/cluster.ts';
import {put, remove, text} from '../rig/forge.ts';
import {accessBy, secretsBackend} from '../rig/kubernetes-backends.ts';
import {configMap, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/gantry.js');

type Place = {readonly env: Readonly<Record<string, string>>; readonly backendOf: (stack: Stack) => Promise<Backend>};

const PLACES: readonly {readonly where: string; readonly open: (cluster: Cluster) => Promise<Place>}[] = [
  {
    where: 'a directory',
    open: async () => ({
      env: {},
      backendOf: async ({home}) => localBackend({directory: join(home, '.gantry')}),
    }),
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

const parts = (value: string) => manifests(...Array.from({length: 12}, (_, i) => configMap(`part-${i}`, {a: value})));

onCluster('gantry release verify', (cluster) => {
  it.each(PLACES)(
    'a history stays whole through applies, a rollback, a killed run, a prune and a rename in $where, and each change of it is named',
    async ({open}) => {
      const {env, backendOf} = await open(cluster);
      const stack = await makeStack({
        kubeconfigPath: cluster.kubeconfigPath,
        namespace: cluster.freshNamespace(),
        files: parts('0'),
      });
      const run = async (...args: readonly string[]): Promise<void> => {
        const ran = await stack.gantry(args, {env});
        expect(ran, `${args.join(' ')}\n${ran.stderr}`).toMatchObject({code: 0});
      };
      const verified = async () => {
        const {document, code} = await stack.json(['release', 'verify'], {env});
        const found = ReleaseVerifyOutput.parse(document);
        expect(code, JSON.stringify(found.faults)).toBe(found.isWhole ? 0 : 5);
        return found;
      };

      for (const value of ['1', '2', '3', '4', '5']) {
        await stack.write(parts(value));
        await run('apply', '--yes');
      }
      expect(await verified()).toMatchObject({
        isWhole: true,
        releases: 5,
        linked: 5,
        starts: [{revision: 1, because: 'first'}],
      });
      await run('release', 'rollback', '--to', '3', '--yes');
      await stack.write(parts('7'));
      await killedInTheMiddle(stack, env);
      expect(await verified()).toMatchObject({isWhole: true, releases: 7});
      await stack.write(parts('8'));
      await run('apply', '--yes');
      await run('release', 'prune', '--keep', '4', '--yes');
      await run('stack', 'rename', 'shop', 'store', '--yes');
      await stack.write(parts('9'));
      await run('apply', '--yes');
      expect(await verified()).toMatchObject({isWhole: true, stack: 'store', starts: [{because: 'pruned'}]});

      const backend = await backendOf(stack);
      const names = {project: 'shop', stack: 'store', workspace: 'test'};
      const {lineage = '', head} = await openHistory({backend, ...names});
      const keyOf = async (revision: number): Promise<string> => {
        const keys = await storedReleases(backend, lineage);
        return keys.find((one) => one.revision === revision && !one.pending)?.key ?? '';
      };
      const newest = head?.revision ?? 0;
      const [older, newer] = [await keyOf(6), await keyOf(newest)];
      const before = new Map(
        await Promise.all(
          [older, newer, headKey(lineage)].map(async (key) => [key, await text(backend, key)] as const),
        ),
      );
      const attacks: readonly (readonly [string, string, () => Promise<void>])[] = [
        ['missing', older, () => remove(backend, older)],
        ['refused', older, () => put(backend, older, (before.get(older) ?? '').slice(0, -30))],
        ['refused', newer, () => put(backend, newer, before.get(older) ?? '')],
        ['refused', headKey(lineage), () => remove(backend, headKey(lineage))],
      ];
      for (const [problem, key, attack] of attacks) {
        await attack();
        const {isWhole, faults} = await verified();
        expect(isWhole).toBe(false);
        expect(faults).toContainEqual(expect.objectContaining({problem, key}));
        const ran = await stack.gantry(['release', 'verify'], {env});
        expect(ran.code).toBe(5);
        const revision = parseReleaseKey(key)?.revision;
        expect(ran.stdout).toContain(`${revision === undefined ? 'history' : `revision ${revision}`}  ${key}: `);
        for (const [at, whole] of before) await put(backend, at, whole);
      }
      expect(await verified()).toMatchObject({isWhole: true});
    },
  );
});

/** Runs an apply in a process of its own, and kills that without a warning between two of its writes. */
async function killedInTheMiddle({dir, home}: Stack, env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, 'apply', '--yes'], {
    cwd: dir,
    env: {PATH: process.env['PATH'], HOME: home, GANTRY_HOME: join(home, '.gantry'), ...TESTED_PROGRAM, ...env},
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (said: string) => {
    stderr += said;
    if (/^(updated|changed) /m.test(stderr)) child.kill('SIGKILL');
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal, stderr).toBe('SIGKILL');
}
