import {expect, it} from 'vitest';
import {verifyBackend} from '../../src/app/backend/verify-backend.ts';
import {verifyHistory} from '../../src/app/release/verify-history.ts';
import {parseSealedKey} from '../../src/core/release/keys.ts';
import {openHistory} from '../../src/engine/release/release-history.ts';
import {readLiterals} from '../../src/engine/sealing/sealed-literals.ts';
import type {Backend} from '../../src/ports/backend.ts';
import type {Cluster} from '../rig/cluster.ts';
import {type Executioner, type Point, spreadPoints, startExecutioner} from '../rig/killed-process.ts';
import {accessBy, secretsBackend} from '../rig/kubernetes-backends.ts';
import {configMap, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {repetitions} from '../rig/repetitions.ts';
import {type AgeIdentity, ageIdentity, openedBy} from '../rig/sealed-backend.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {labelled} from './support/agreement.ts';

/** The points at which a process is killed, for each command. */
const POINTS = Number(process.env['GANTRY_KILLS'] ?? repetitions({usual: 100, full: 200}));
/** The runs that go on at the same time, each with a stack and a backend of its own. */
const LANES = 2;
const SHARED = {project: 'shared', stack: 'shared', workspace: 'test'};
const OBJECTS = ['own', 'limits', 'zones'];

onCluster('a process that is killed', (cluster) => {
  it(`the next shared apply goes on after kill -9 at ${POINTS} points, and nothing is lost, doubled or unreadable`, async () => {
    await inLanes(cluster, async (lane) => {
      const {stack, executioner, backend, namespace} = lane;
      const write = (turn: number) =>
        stack.write(
          Object.fromEntries(
            OBJECTS.map((name) => [`shared/manifests/${name}.yaml`, configMap(name, {turn: `${turn}`})]),
          ),
        );
      const apply = (at?: Point) => executioner.run(stack, ['shared', 'apply', '--yes', '-w', 'test'], at && {at});
      await write(0);
      await apply();
      await write(1);
      const {requests} = await apply();
      let [turn, died] = [1, 0];
      for (const at of spreadPoints(requests, POINTS / LANES)) {
        await write(++turn);
        const {isDead} = await apply(at);
        died += Number(isDead);
        // The lock of a dead process of this machine is taken over at once, without a command.
        await apply();
        const name = `${at.when} request ${at.nth}`;
        for (const one of OBJECTS) {
          const live = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: one});
          expect(live?.['data'], name).toEqual({turn: `${turn}`});
        }
        const fresh = {...backend};
        const {lineage = '', last, interrupted} = await openHistory({backend: fresh, ...SHARED});
        expect({phase: last?.phase, interrupted, objects: last?.state.length}, name).toEqual({
          phase: 'succeeded',
          interrupted: [],
          objects: OBJECTS.length,
        });
        expect((await labelled(cluster, lineage)).size, name).toBe(OBJECTS.length);
        const verified = await verifyHistory(SHARED, {
          backend: async () => fresh,
          signal: new AbortController().signal,
        });
        expect(verified.faults, name).toEqual([]);
      }
      expect(died).toBeGreaterThanOrEqual((POINTS / LANES) * 0.9);
    });
  }, 1_200_000);

  it(`the next rekey goes on after kill -9 at ${POINTS} points, and every secret stays readable`, async () => {
    const [anna, ben] = await Promise.all([ageIdentity(), ageIdentity()]);
    await inLanes(
      cluster,
      async ({stack, executioner, backend, namespace}) => {
        const env = {GANTRY_AGE_KEY: anna.key};
        for (const name of ['web', 'api']) {
          await stack.write({
            [`${name}/stack.yaml`]: {
              name,
              workspace: 'test',
              namespace,
              sources: [{manifests: 'manifests/*'}],
            },
            [`${name}/manifests/secret.yaml`]: secret(`${name}-login`),
          });
          await executioner.run(stack, ['apply', '--yes', '-s', name], {env});
        }
        const rekey = (at?: Point) => executioner.run(stack, ['backend', 'rekey', '--yes'], {env, ...(at && {at})});
        const {requests} = await rekey();
        let [generation, died] = [2, 0];
        for (const at of spreadPoints(requests, POINTS / LANES)) {
          const {isDead} = await rekey(at);
          died += Number(isDead);
          await rekey();
          generation = await expectReadable(backend, [anna, ben], {generation, name: `${at.when} request ${at.nth}`});
        }
        expect(died).toBeGreaterThanOrEqual((POINTS / LANES) * 0.9);
      },
      {age: {recipients: [anna.recipient, ben.recipient]}},
    );
  }, 1_200_000);
});

type Lane = {
  readonly stack: Stack;
  readonly executioner: Executioner;
  /** The backend past the proxy. */
  readonly backend: Backend;
  readonly namespace: string;
};

/** Does the same several times at once: each with a namespace, and a backend in another one. */
async function inLanes(cluster: Cluster, work: (lane: Lane) => Promise<void>, encryption?: object): Promise<void> {
  await Promise.all(
    Array.from({length: LANES}, async () => {
      const executioner = await startExecutioner(cluster.kubeconfigPath);
      try {
        const [namespace, state] = [cluster.freshNamespace('shared'), cluster.freshNamespace('state')];
        for (const one of [namespace, state]) await cluster.create(namespaceObject(one));
        const stack = await makeStack({name: 'root', kubeconfigPath: cluster.kubeconfigPath});
        await stack.remove('stack.yaml');
        const backendIn = {kubernetes: {namespace: state, workspace: 'test'}};
        await stack.write({
          kubeconfig: executioner.proxy.kubeconfig,
          'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: '../kubeconfig'}},
          ...(encryption === undefined
            ? {
                'shared/project.yaml': {workspaces: '../workspaces', backend: backendIn},
                'shared/stack.yaml': {workspace: 'test', namespace, sources: [{manifests: 'manifests/*'}]},
              }
            : {'project.yaml': {backend: {...backendIn, encryption}}}),
        });
        const backend = secretsBackend(await accessBy(cluster.kubeconfigPath), state);
        await work({stack, executioner, backend, namespace});
      } finally {
        await executioner.proxy.close();
      }
    }),
  );
}

const secret = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name},
  stringData: {password: `canary-of-${name}`},
});

type Expected = {readonly generation: number; readonly name: string};

/** Each recipient reads everything, and the rekey that was killed made one new data key and not two. Returns its generation. */
async function expectReadable(
  plain: Backend,
  by: readonly AgeIdentity[],
  {generation, name}: Expected,
): Promise<number> {
  let found = 0;
  for (const {key} of by) {
    const backend = openedBy(plain, {identity: key});
    const verified = await verifyBackend(
      {strict: true},
      {backend: async () => backend, signal: new AbortController().signal},
    );
    expect(verified, name).toMatchObject({problems: [], orphans: [], foreign: [], isSealed: true});
    const keys = await plain.list('releases/');
    const runs = keys.flatMap((one) => parseSealedKey(one) ?? []);
    expect(runs.length, name).toBe(2);
    for (const {lineage, run} of runs) {
      const [revision = 0, epoch = 0] = run.split('-').map(Number);
      const [value = ''] = (await readLiterals(backend, {lineage, revision, epoch})).values();
      expect(Buffer.from(String(value), 'base64').toString(), name).toMatch(/^canary-of-(?:web|api)-login$/);
    }
    const sealing = JSON.parse(Buffer.from((await plain.get('keys/sealing.json'))?.value ?? []).toString()) as {
      readonly generation: number;
      readonly earlier: readonly unknown[];
    };
    expect(sealing.earlier, name).toEqual([]);
    found = sealing.generation;
  }
  expect([generation + 1, generation + 2], name).toContain(found);
  return found;
}
