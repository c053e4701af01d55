import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {applyRelease} from '../../src/app/plan/apply-release.ts';
import {addShared} from '../../src/app/shared/add-shared.ts';
import {type AdoptShared, adoptShared} from '../../src/app/shared/adopt-shared.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {NO_PERMISSIONS} from '../../src/core/plan/permissions.ts';
import {kubernetesStates} from '../../src/core/release/resource-state.ts';
import {openHistory} from '../../src/engine/release/release-history.ts';
import {externalResources} from '../../src/engine/shared/external-resources.ts';
import {applyOf, depsOf} from '../rig/deps.ts';
import {type Death, type Mortal, mortal} from '../rig/mortal.ts';
import {configMap, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {repetitions} from '../rig/repetitions.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

/** The points at which a run dies, for an apply and for an adoption. */
const DEATHS = repetitions({usual: 20, full: 50});

onCluster('a killed run of a shared stack', (cluster) => {
  async function project() {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const made = await makeStack({name: 'root', kubeconfigPath: cluster.kubeconfigPath});
    await made.remove('stack.yaml');
    await made.write({
      'shared/project.yaml': {workspaces: '../workspaces'},
      'shared/stack.yaml': {workspace: 'test', namespace, sources: [{manifests: 'manifests/*'}]},
      'shared/manifests/own.yaml': configMap('own', {turn: '0'}),
    });
    const live = async (name: string) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});
    return {made, namespace, live};
  }

  const applyRequest = (made: Stack, adopt: readonly string[] = []) =>
    applyOf(made, {stack: 'shared/shared', workspace: 'test', permissions: {...NO_PERMISSIONS, adopt}});

  const history = ({home}: Stack) =>
    openHistory({backend: backendOf({home}), project: 'shared', stack: 'shared', workspace: 'test'});

  it('the next apply finishes an apply that was killed at any point', async () => {
    const {made, live} = await project();
    const write = (turn: number) =>
      made.write({'shared/manifests/own.yaml': configMap('own', {turn: `${turn}`}), ...others(turn)});
    const others = (turn: number) =>
      Object.fromEntries([1, 2].map((i) => [`shared/manifests/o${i}.yaml`, configMap(`o${i}`, {turn: `${turn}`})]));
    await write(0);
    await applyRelease(applyRequest(made), depsOf(made));
    await write(1);
    const seen = mortal(made);
    await applyRelease(applyRequest(made), seen.deps);
    let turn = 1;
    const died = await eachDeath(seen, DEATHS, async (death) => {
      await write(++turn);
      const isDead = await dies(mortal(made, death), (deps) => applyRelease(applyRequest(made), deps));
      await applyRelease(applyRequest(made), depsOf(made));
      for (const name of ['own', 'o1', 'o2']) expect((await live(name))?.['data']).toEqual({turn: `${turn}`});
      const {last, interrupted} = await history(made);
      expect(last?.phase).toBe('succeeded');
      expect(interrupted).toEqual([]);
      expect(last?.state).toHaveLength(3);
      return isDead;
    });
    expect(died).toBe(DEATHS);
  }, 300_000);

  it('a shared claim that was killed at any point is made once, and the next apply of the owner keeps it', async () => {
    const {made, namespace, live} = await project();
    const recipes = (turn: number) =>
      Object.fromEntries(
        Array.from({length: turn + 1}, (_, i) => [
          `settings/c${i}`,
          {module: 'configuration', config: {data: {SIZE: `${i}`}}},
        ]),
      );
    const stack = {workspace: 'test', sources: [{manifests: 'manifests/*'}]};
    const claim = (turn: number) => ({
      ...applyRequest(made),
      claims: {make: [{type: 'settings', class: `c${turn}`, for: 'shop/web'}], isOnly: true},
    });
    const prepare = async (turn: number) => {
      await made.write({'shared/stack.yaml': {...stack, namespace, claims: recipes(turn)}});
      await applyRelease(applyRequest(made), depsOf(made));
    };
    await prepare(0);
    const seen = mortal(made);
    await applyRelease(claim(0), seen.deps);
    let turn = 0;
    const died = await eachDeath(seen, DEATHS, async (death) => {
      await prepare(++turn);
      const isDead = await dies(mortal(made, death), (deps) => applyRelease(claim(turn), deps));
      // Every other time the owner is next.
      if (turn % 2 === 0) await applyRelease(applyRequest(made), depsOf(made));
      await applyRelease(claim(turn), depsOf(made));
      const again = await applyRelease(applyRequest(made), depsOf(made));
      expect(again.kind).toBe('unchanged');
      expect((await live(`settings-c${turn}`))?.['data']).toEqual({SIZE: `${turn}`});
      const {last, interrupted} = await history(made);
      expect(interrupted).toEqual([]);
      expect(last?.claims?.filter((one) => one.made !== undefined)).toHaveLength(turn + 1);
      return isDead;
    });
    expect(died).toBe(DEATHS);
  }, 300_000);

  it('the next adoption or apply finishes an adoption that was killed at any point', async () => {
    const {made, namespace, live} = await project();
    await applyRelease(applyRequest(made), depsOf(made));
    const register = async (name: string): Promise<string> => {
      const attributes = configMap(name, {size: '3'}, {namespace});
      await cluster.create(attributes);
      const id = `v1:ConfigMap:${namespace}:${name}`;
      const {apiVersion, kind} = attributes as {apiVersion: string; kind: string};
      const resource = {id, type: 'Kubernetes', attributes: {apiVersion, kind, metadata: {name, namespace}}};
      const from = {text: JSON.stringify(resource), name: 'stdin'};
      await addShared({directory: join(made.dir, 'shared'), from, acceptIdentity: false}, depsOf(made));
      return id;
    };
    const request = (id: string): AdoptShared => ({
      directory: made.dir,
      stack: 'shared/shared',
      workspace: 'test',
      id,
      lockTimeoutSeconds: 0,
      confirm: async () => true,
    });
    const seen = mortal(made);
    await adoptShared(request(await register('first')), seen.deps);
    let turn = 0;
    const died = await eachDeath(seen, DEATHS, async (death) => {
      const name = `c${++turn}`;
      const id = await register(name);
      const uid = uidOf(await live(name));
      const isDead = await dies(mortal(made, death), (deps) => adoptShared(request(id), deps));
      // Every other time another person applies the stack first.
      if (turn % 2 === 0) await applyRelease(applyRequest(made, ['all']), depsOf(made));
      const outcome = await adoptShared(request(id), depsOf(made));
      expect(['applied', 'unchanged']).toContain(outcome.kind);
      expect(uidOf(await live(name))).toBe(uid);
      expect((await live(name))?.['data']).toEqual({size: '3'});
      expect(await externalResources('test', backendOf(made))).toEqual([]);
      const {last, interrupted} = await history(made);
      expect(interrupted).toEqual([]);
      const states = kubernetesStates(last?.state ?? []);
      expect(states.filter((one) => one.name === name)).toMatchObject([{id, uid}]);
      expect(states).toHaveLength(turn + 2);
      expect(await readdir(join(made.dir, 'shared/manifests'))).toHaveLength(turn + 2);
      return isDead;
    });
    expect(died).toBe(DEATHS);
  }, 300_000);
});

const backendOf = ({home}: Pick<Stack, 'home'>) => localBackend({directory: join(home, '.gantry')});

const uidOf = (object: JsonObject | undefined): unknown => (object?.['metadata'] as JsonObject | undefined)?.['uid'];

const dies = (run: Mortal, work: (deps: Mortal['deps']) => Promise<unknown>): Promise<boolean> =>
  Promise.race([run.died.then(() => true), work(run.deps).then(() => false)]);

/** Runs trials at points that are spread evenly over a run, until so many runs have died. Returns their number. */
async function eachDeath(seen: Mortal, wanted: number, trial: (death: Death) => Promise<boolean>): Promise<number> {
  const all = [...seen.counts].flatMap(([moment, count]) =>
    Array.from({length: count}, (_, i): Death => ({moment, nth: i + 1})),
  );
  let died = 0;
  for (let i = 0; i < wanted * 2 && died < wanted; i++) {
    const death = all[Math.floor((i * all.length) / wanted) % all.length];
    if (death === undefined) break;
    try {
      if (await trial(death)) died++;
    } catch (error) {
      throw new Error(`${death.moment}, time ${death.nth}`, {cause: error});
    }
  }
  return died;
}
