import {once} from 'node:events';
import {readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {expect, it} from 'vitest';
import type {Transport} from '../../src/adapters/kubernetes/runtime/client/connection/transport.ts';
import {applyRelease} from '../../src/app/plan/apply-release.ts';
import {rebuildRelease} from '../../src/app/release/rebuild-release.ts';
import {ReleaseOutput} from '../../src/ui/output/release-output.ts';
import {applied} from '../rig/changes.ts';
import {applyOf, depsOf} from '../rig/deps.ts';
import {type Death, mortal} from '../rig/mortal.ts';
import {configMap, deployment, failing} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startGantry} from '../rig/program.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {filesBelow} from './support/refusal.ts';

const files = {'manifests/a.yaml': configMap('a', {a: '1'}), 'manifests/b.yaml': configMap('b', {b: '1'})};

onCluster('safety of release rebuild', (cluster) => {
  const {kubeconfigPath} = cluster;

  async function released(): Promise<Stack> {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, name: namespace, files});
    await applied(stack);
    return stack;
  }

  const DAMAGES: Readonly<Record<string, (stack: Stack) => Promise<void>>> = {
    'everything is lost': ({home}) => rm(join(home, '.gantry'), {recursive: true}),
    'the head is cut': async ({home}) => {
      const root = join(home, '.gantry');
      const [head = ''] = (await filesBelow(root)).filter((file) => file.endsWith('/head.json'));
      await writeFile(head, (await readFile(head, 'utf8')).slice(0, 30));
    },
  };

  it.each(Object.entries(DAMAGES))(
    'if %s, a rebuild that dies at any of its writes is repeated, and the record is complete',
    async (_, damage) => {
      const rebuild = (stack: Stack, death?: Death) => {
        const {deps, ...told} = mortal(stack, death);
        const request = {
          directory: stack.dir,
          force: false,
          dryRun: false,
          lockTimeoutSeconds: 0,
          confirm: async () => true,
        };
        return {...told, done: rebuildRelease(request, deps)};
      };
      const stack = await released();
      await damage(stack);
      const learned = rebuild(stack);
      expect(await learned.done).toMatchObject({kind: 'rebuilt', unknown: []});
      // What it sends to the cluster changes nothing.
      expect(learned.writes).toEqual([]);
      const moments = [...learned.counts].filter(([moment]) => moment.includes(' put '));
      expect(moments.length).toBeGreaterThan(7);
      for (const [moment, count] of moments)
        for (let nth = 1; nth <= count; nth++) {
          await damage(stack);
          const {done, died} = rebuild(stack, {moment, nth});
          await Promise.race([died, done]);
          const again = await stack.json<{kind?: string; error?: {message: string}}>(['release', 'rebuild', '--yes']);
          // Dead after its record: then nothing is left to do.
          const isDone = /nothing to rebuild/.test(again.document.error?.message ?? '');
          expect(isDone || again.code === 0, `${moment} ${nth}: ${again.stdout}`).toBe(true);
          const quiet = await stack.gantry(['preview', '--exit-code']);
          expect(quiet.code, `${moment} ${nth}: ${quiet.stdout}${quiet.stderr}`).toBe(0);
        }
      await stack.write({'manifests/a.yaml': configMap('a', {a: '2'})});
      await applied(stack);
      expect(await stack.gantry(['release', 'rollback', '--yes'])).toMatchObject({code: 0});
    },
    120_000,
  );

  it('a rebuild and a prune wait for a running run, and take nothing from it', async () => {
    const stack = await released();
    for (const a of ['2', '3', '4']) {
      await stack.write({'manifests/a.yaml': configMap('a', {a})});
      await applied(stack);
    }
    await stack.write({'manifests/web.yaml': deployment('web', {annotations: failing('never-ready')})});
    const holder = startGantry(stack, ['apply', '--yes', '-o', 'jsonl']);
    await holder.event('step-applied', ({id}) => String(id).endsWith(':web'));
    for (const args of [
      ['rebuild', '--force'],
      ['prune', '--keep', '1'],
    ]) {
      const ran = await stack.json(['release', ...args, '--yes', '--lock-timeout', '0']);
      const holds = expect.stringContaining(`pid ${holder.child.pid}`);
      expect(ran).toMatchObject({code: 5, document: {error: {code: 'release/locked', message: holds}}});
    }
    holder.child.kill('SIGINT');
    await once(holder.child, 'close');
    const {document} = await stack.json<{releases: readonly object[]}>(['release', 'list']);
    expect(document.releases).toMatchObject([
      {revision: 5, phase: 'interrupted', current: true},
      {revision: 4},
      {revision: 3},
      {revision: 2},
      {revision: 1},
    ]);
  });
});

onCluster('an older server', (cluster) => {
  /** Before 1.28 it has another version of the review, before 1.27 none. */
  const without =
    (...versions: readonly string[]) =>
    (real: Transport): Transport => ({
      ...real,
      send: async (request, credential) => {
        const missing = versions.some((version) => request.path.startsWith(`/apis/authentication.k8s.io/${version}/`));
        if (!missing) return real.send(request, credential);
        asked.push(request.path);
        return {
          status: 404,
          headers: {'content-type': 'text/plain'},
          warnings: [],
          body: Readable.from(['404 page not found']),
        };
      },
    });
  let asked: string[] = [];

  it('a server without SelfSubjectReview gives a release with user and host, without failure or warning', async () => {
    asked = [];
    const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace: cluster.freshNamespace(), files});
    const warned: unknown[] = [];
    const deps = depsOf(stack, {
      transport: without('v1', 'v1beta1'),
      onEvent: (event) => void (event.type === 'diagnostic' && warned.push(event.diagnostic)),
    });
    expect(await applyRelease(applyOf(stack), deps)).toMatchObject({kind: 'applied'});
    expect(asked.map((path) => path.split('/')[3])).toEqual(['v1', 'v1beta1']);
    expect(warned).toEqual([]);
    const {by} = ReleaseOutput.parse((await stack.json(['release', 'show'])).document);
    expect(by).not.toHaveProperty('account');
    expect(by).toMatchObject({user: expect.stringMatching(/./), host: expect.stringMatching(/./)});
    for (const args of [['list'], ['log'], ['show']]) {
      const ran = await stack.gantry(['release', ...args]);
      expect(ran.stdout, ran.stderr).toContain(`${by.user}@${by.host}`);
      expect(ran.stdout).not.toContain('undefined');
    }
  });
});
