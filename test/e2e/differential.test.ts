import {randomInt} from 'node:crypto';
import {setTimeout} from 'node:timers/promises';
import {beforeAll, expect, it} from 'vitest';
import {type KnownKind, openScheme} from '../../src/adapters/kubernetes/runtime/plan/scheme.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {type Promised, runCase, type Tally} from '../rig/random-case.ts';
import {definedKinds} from '../rig/random-crds.ts';
import {BUILT_IN_KINDS, type RandomKind} from '../rig/random-kinds.ts';
import {repetitions} from '../rig/repetitions.ts';

const APPLIES = repetitions({usual: 200, full: 2000});
/** Edits of one object after its creation. */
const EDITS = 5;
/** Objects that are worked on at the same time. */
const LANES = 48;

const seed = Number(process.env['GANTRY_SEED'] ?? randomInt(2 ** 31));

/** One seed is one object and its edits, whatever else runs: with `GANTRY_SEED` a failure is repeated by its own seed, first. */
onCluster(`Gantry and the server agree on random objects (GANTRY_SEED=${seed})`, (cluster) => {
  const tallies: Tally[] = [];

  beforeAll(async () => {
    const namespace = cluster.freshNamespace('random');
    const group = `${namespace}.example.dev`;
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const defined = definedKinds(group);
    for (const {definition} of defined) {
      const {name} = definition['metadata'] as {name: string};
      cluster.deleteAtEnd({apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name});
      await cluster.create(definition);
    }
    await served(`${group}/v1`, defined.length);
    const kinds: readonly RandomKind[] = [...BUILT_IN_KINDS, ...defined, ...defined];
    const scheme = openScheme(cluster.client, new Map());
    const known = new Map<RandomKind, KnownKind>();
    for (const kind of kinds) {
      const found = await scheme(kind.apiVersion, kind.kind);
      if (found === undefined) throw new Error(`the server has no ${kind.kind}`);
      known.set(kind, found);
    }
    let [next, accepted] = [0, 0];
    const lane = async (): Promise<void> => {
      while (accepted < APPLIES) {
        const i = next++;
        const kind = kinds[(seed + i) % kinds.length];
        const found = kind && known.get(kind);
        if (kind === undefined || found === undefined) return;
        const name = `${namespace}-${i}`;
        if (kind.clusterScoped) cluster.deleteAtEnd({apiVersion: kind.apiVersion, kind: kind.kind, name});
        const given = {client: cluster.client, kind, known: found, namespace, name, seed: seed + i, edits: EDITS};
        const tally = await runCase(given);
        accepted += tally.accepted;
        tallies.push(tally);
      }
    };
    await Promise.all(Array.from({length: LANES}, lane));
  });

  /** Kinds are served, and their fields are told, a moment after their definition. */
  async function served(apiVersion: string, count: number): Promise<void> {
    const deadline = Date.now() + 30_000;
    for (;;) {
      await cluster.client.discovery.refresh(apiVersion);
      cluster.client.openapi.refresh();
      const kinds = await cluster.client.discovery.resourcesOf(apiVersion);
      const told = JSON.stringify((await cluster.client.openapi.schemas(apiVersion)) ?? {});
      if (kinds.length >= count && kinds.every(({kind}) => told.includes(`"${kind}"`))) return;
      if (Date.now() > deadline) throw new Error(`${apiVersion} is not served`);
      await setTimeout(100);
    }
  }

  const sum = (count: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + count(tally), 0);
  const deviations = (promised: Promised): string =>
    tallies
      .flatMap((tally) => tally.deviations)
      .filter((one) => one.promised === promised)
      .map(({text}) => text)
      .join('\n\n');

  it('the server accepts nine of ten random applies, over at least 15 kinds', () => {
    expect(new Set(tallies.filter(({accepted}) => accepted > 0).map(({kind}) => kind)).size).toBeGreaterThanOrEqual(15);
    const [accepted, refused] = [sum((tally) => tally.accepted), sum((tally) => tally.refused)];
    expect(accepted).toBeGreaterThanOrEqual(APPLIES);
    const refusals = tallies.flatMap((tally) => tally.refusals).join('\n');
    expect(accepted / (accepted + refused), refusals).toBeGreaterThanOrEqual(0.9);
  });

  it('the rule never says that no request is needed for an apply that would change something', () =>
    expect(deviations('decision')).toBe(''));

  it('the rule sends no request in 95 of 100 cases that would change nothing', () => {
    const idle = sum((tally) => tally.idle);
    expect(idle).toBeGreaterThan(APPLIES / 10);
    const asked = tallies.flatMap((tally) => tally.asked);
    expect(asked.length / idle, asked.join('\n\n')).toBeLessThanOrEqual(0.05);
  });

  it('the plan predicts the fields that Gantry will own', () => expect(deviations('fields')).toBe(''));
  it('the plan predicts the object after the apply', () => expect(deviations('object')).toBe(''));
  it('the plan predicts the fields that other managers keep', () => expect(deviations('managers')).toBe(''));
  it('the plan predicts the conflicting managers', () => expect(deviations('conflicts')).toBe(''));
  it('the plan reports no mistake for an object that the server accepts', () =>
    expect(deviations('validation')).toBe(''));
});
