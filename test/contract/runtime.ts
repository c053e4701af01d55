import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {redactedSpec, releaseState} from '../../src/app/plan/release-state.ts';
import type {Event} from '../../src/core/event.ts';
import {buildGraph} from '../../src/core/graph/graph.ts';
import type {Json} from '../../src/core/json.ts';
import {NO_PERMISSIONS, type Permissions} from '../../src/core/plan/permissions.ts';
import type {Change} from '../../src/core/plan/plan.ts';
import {referencesIn} from '../../src/core/reference/references-in.ts';
import type {ResourceState} from '../../src/core/release/resource-state.ts';
import type {Resource} from '../../src/core/resource/resource.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import {driftRuntimes} from '../../src/engine/drift-runtimes.ts';
import {executePlan} from '../../src/engine/execute-plan.ts';
import {planRuntimes} from '../../src/engine/plan-runtimes.ts';
import {newLineage} from '../../src/engine/release/settle-lineage.ts';
import type {Runtimes} from '../../src/engine/runtimes.ts';
import type {StepReport} from '../../src/engine/step-report.ts';
import type {Clock} from '../../src/ports/clock.ts';
import type {PriorRelease} from '../../src/ports/plan-request.ts';
import type {Runtime} from '../../src/ports/runtime.ts';
import type {RuntimePlan} from '../../src/ports/runtime-plan.ts';

/** What a resource of a contract test wants. */
export type Wants = {
  readonly size?: string;
  /** Another value forces a replacement. */
  readonly place?: string;
  /** Takes a value from this resource that is known only after apply. */
  readonly from?: Resource;
  /** A value that is never shown. */
  readonly secret?: string;
};

/** What a live resource has. */
export type Seen = {
  readonly size?: Json | undefined;
  readonly taken?: Json | undefined;
  readonly secret?: Json | undefined;
  /** Allocated when it was created. */
  readonly allocated?: Json | undefined;
};

/** One runtime, and the place where its resources are, with nothing in it. */
export type RuntimeWorld = {
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly make: (name: string, wants?: Wants) => Resource;
  /** A resource that is written, and never comes to be ready. */
  readonly stuck: (name: string) => Promise<Resource>;
  /** A resource that is written, and then fails. */
  readonly broken: (name: string) => Promise<Resource>;
  /** How a plan names the field of the size, of a taken value, of a secret. */
  readonly paths: {readonly size: string; readonly taken: string; readonly secret: string};
  readonly look: (resource: Resource) => Promise<Seen | undefined>;
  /** As somebody else does it. Absent: the runtime cannot see a resource that is not in its state. */
  readonly occupy?: (resource: Resource) => Promise<void>;
  readonly edit: (resource: Resource, size: string) => Promise<void>;
  readonly remove: (resource: Resource) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Past = Partial<PriorRelease>;

type Options = {
  readonly prior?: Past;
  readonly permissions?: Partial<Permissions>;
  readonly recalls?: {readonly revision: number; readonly state: readonly ResourceState[]};
  readonly secrets?: ReadonlyMap<string, Secret>;
};

type Applied = {
  readonly plan: RuntimePlan;
  readonly reports: readonly StepReport[];
  readonly events: readonly Event[];
  /** What a release would record. */
  readonly state: readonly ResourceState[];
  readonly spec: readonly Resource[];
};

const SEAL_KEY = new Secret('the key of this test');
const CANARY = 'canary-7f3a9b';

const changesOf = ({changes}: RuntimePlan): readonly Change[] => changes.map(({change}) => change);
const actionsOf = (plan: RuntimePlan) => Object.fromEntries(changesOf(plan).map(({id, action}) => [id, action]));

/** What every runtime promises, as the engine uses it. */
export function runtimeContract(name: string, open: () => Promise<RuntimeWorld>): void {
  describe(`the runtime ${name}`, () => {
    let world: RuntimeWorld;
    let lineage: string;
    beforeEach(async () => {
      lineage = newLineage();
      world = await open();
    });
    afterEach(() => world.close());

    const runtimes = (): Runtimes => new Map([[world.runtime.type, world.runtime]]);

    const plan = (resources: readonly Resource[], {prior, permissions, recalls, secrets}: Options = {}) => {
      const ids = new Set(resources.map(({id}) => id));
      const graph = buildGraph(
        resources.map(({id, attributes, dependsOn}) => ({
          id,
          after: [...dependsOn, ...referencesIn(attributes, ids).references.map((one) => one.id)],
        })),
      );
      if ('cycle' in graph) throw new Error(`a loop: ${graph.cycle.join(' ')}`);
      return planRuntimes(runtimes(), {
        lineage,
        stackName: 'project/contract/test',
        wanted: {resources, expandable: ids, order: graph, origins: new Map()},
        prior: {state: [], spec: [], interrupted: [], ...prior},
        ...(recalls === undefined ? {} : {recalls}),
        secrets: {digestKey: SEAL_KEY, ...(secrets === undefined ? {} : {values: secrets})},
        permissions: {...NO_PERMISSIONS, ...permissions},
        ignore: [],
        signal: new AbortController().signal,
      });
    };

    const run = async (
      made: RuntimePlan,
      resources: readonly Resource[],
      abortOn?: Event['type'],
    ): Promise<Applied> => {
      const abort = new AbortController();
      const events: Event[] = [];
      const reports = await executePlan({
        changes: made.changes,
        wait: true,
        confirmUnchanged: false,
        timeouts: {resourceMs: 60_000, totalMs: 600_000},
        clock: world.clock,
        signal: abort.signal,
        onEvent: (event) => {
          events.push(event);
          if (event.type === abortOn) abort.abort('SIGINT');
        },
        beforeWrite: async () => undefined,
        writeTimeoutMs: 30_000,
      });
      const state = releaseState({reports, changes: made.changes});
      return {plan: made, reports, events, state, spec: redactedSpec(resources, made.changes)};
    };

    const apply = async (resources: readonly Resource[], options: Options = {}): Promise<Applied> => {
      const made = await plan(resources, options);
      expect(changesOf(made).filter(({blocked}) => blocked !== undefined)).toEqual([]);
      return run(made, resources);
    };

    const pastOf = ({state, spec}: Applied): Past => ({state, spec});
    const drift = (prior: readonly ResourceState[]) =>
      driftRuntimes(runtimes(), {
        lineage,
        prior,
        secrets: {digestKey: SEAL_KEY},
        ignore: [],
        signal: new AbortController().signal,
      });
    const idsOf = (resources: readonly {readonly id: string}[]) => resources.map(({id}) => id);

    it('a plan without resources has no changes', async () => {
      expect(changesOf(await plan([]))).toEqual([]);
    });

    it('an apply creates the resources of the spec, and the next plan has no change', async () => {
      const [a, b] = [world.make('a', {size: '1'}), world.make('b', {size: '2'})];
      const first = await apply([a, b]);
      expect(actionsOf(first.plan)).toEqual({[a.id]: 'create', [b.id]: 'create'});
      expect(idsOf(first.state).toSorted()).toEqual(idsOf([a, b]).toSorted());
      expect([(await world.look(a))?.size, (await world.look(b))?.size]).toEqual(['1', '2']);
      const again = await plan([a, b], {prior: pastOf(first)});
      expect(actionsOf(again)).toEqual({[a.id]: 'unchanged', [b.id]: 'unchanged'});
      expect(changesOf(again).flatMap(({fields}) => fields)).toEqual([]);
    });

    it('a plan writes nothing', async () => {
      const a = world.make('a', {size: '1'});
      await plan([a]);
      expect(await world.look(a)).toBeUndefined();
      const first = await apply([a]);
      await plan([world.make('a', {size: '2'})], {prior: pastOf(first)});
      expect((await world.look(a))?.size).toBe('1');
    });

    it('an update shows exactly the changed fields', async () => {
      const first = await apply([world.make('a', {size: '1'})]);
      const wanted = world.make('a', {size: '2'});
      const second = await apply([wanted], {prior: pastOf(first)});
      expect(changesOf(second.plan)).toMatchObject([
        {action: 'update', fields: [{path: world.paths.size, before: '1', after: '2', cause: 'spec'}]},
      ]);
      expect((await world.look(wanted))?.size).toBe('2');
    });

    it('a change by another client is reported as drift, and the next apply reverts it', async () => {
      const a = world.make('a', {size: '1'});
      const first = await apply([a]);
      expect(await drift(first.state)).toMatchObject({objects: [{id: a.id, drift: 'none', fields: []}]});
      await world.edit(a, '9');
      expect(await drift(first.state)).toMatchObject({
        objects: [{id: a.id, drift: 'changed', fields: [{path: world.paths.size, before: '9', after: '1'}]}],
      });
      const second = await apply([a], {prior: pastOf(first)});
      expect(changesOf(second.plan)).toMatchObject([
        {action: 'update', fields: [{path: world.paths.size, before: '9', after: '1', cause: 'drift'}]},
      ]);
      expect((await world.look(a))?.size).toBe('1');
    });

    it('a deletion by another client is reported as drift, and the next apply recreates the resource', async () => {
      const a = world.make('a', {size: '1'});
      const first = await apply([a]);
      await world.remove(a);
      expect(await drift(first.state)).toMatchObject({objects: [{id: a.id, drift: 'deleted'}]});
      const second = await apply([a], {prior: pastOf(first)});
      expect(actionsOf(second.plan)).toEqual({[a.id]: 'create'});
      expect((await world.look(a))?.size).toBe('1');
    });

    it('a resource that cannot be updated is replaced only with --allow-replace', async () => {
      const [here, there] = [world.make('a', {place: 'here'}), world.make('a', {place: 'there'})];
      const first = await apply([here]);
      const before = await world.look(here);
      const blocked = await plan([there], {prior: pastOf(first)});
      expect(changesOf(blocked)).toMatchObject([{action: 'replace', blocked: {needs: `--allow-replace ${here.id}`}}]);
      const second = await apply([there], {prior: pastOf(first), permissions: {allowReplace: [here.id]}});
      expect(actionsOf(second.plan)).toEqual({[here.id]: 'replace'});
      expect((await world.look(there))?.allocated).not.toEqual(before?.allocated);
      expect(actionsOf(await plan([there], {prior: pastOf(second)}))).toEqual({[here.id]: 'unchanged'});
    });

    it('a resource that another client created is adopted only with --adopt', async ({skip}) => {
      skip(world.occupy === undefined, 'it cannot see a resource that is not in its state');
      const a = world.make('a', {size: '1'});
      await world.occupy?.(a);
      expect(changesOf(await plan([a]))).toMatchObject([{action: 'adopt', blocked: {needs: `--adopt ${a.id}`}}]);
      const adopted = await apply([a], {permissions: {adopt: [a.id]}});
      expect((await world.look(a))?.size).toBe('1');
      expect(actionsOf(await plan([a], {prior: pastOf(adopted)}))).toEqual({[a.id]: 'unchanged'});
    });

    it('resources that left the spec are deleted, dependants first', async () => {
      const a = world.make('a', {size: '1'});
      const b = world.make('b', {size: '2', from: a});
      const c = world.make('c', {size: '3', from: b});
      const first = await apply([a, b, c]);
      const gone = await apply([], {prior: pastOf(first)});
      expect(changesOf(gone.plan).map(({id, action}) => [id, action])).toEqual([
        [c.id, 'delete'],
        [b.id, 'delete'],
        [a.id, 'delete'],
      ]);
      const ended = gone.events.flatMap((event) => (event.type === 'step-done' ? [event.id] : []));
      expect(ended).toEqual(idsOf([c, b, a]));
      expect(await Promise.all([a, b, c].map((one) => world.look(one)))).toEqual([undefined, undefined, undefined]);
      expect(gone.state).toEqual([]);
    });

    it('a plan shows a value as known after apply, and the apply resolves it', async () => {
      const a = world.make('a', {size: '1'});
      const b = world.make('b', {from: a});
      const first = await apply([a, b]);
      const {fields = []} = changesOf(first.plan).find(({id}) => id === b.id) ?? {};
      const unknown = fields.filter((field) => field.unknown === true);
      expect(unknown).toMatchObject([{path: world.paths.taken, cause: 'reference'}]);
      expect(unknown[0]).not.toHaveProperty('after');
      const {allocated} = (await world.look(a)) ?? {};
      expect(allocated).toBeDefined();
      expect((await world.look(b))?.taken).toEqual(allocated);
      expect(actionsOf(await plan([a, b], {prior: pastOf(first)}))).toEqual({[a.id]: 'unchanged', [b.id]: 'unchanged'});
    });

    it('a dependant gets the new value after its dependency was replaced', async () => {
      const [here, there] = [world.make('a', {place: 'here'}), world.make('a', {place: 'there'})];
      const first = await apply([here, world.make('b', {from: here})]);
      const b = world.make('b', {from: there});
      await apply([there, b], {prior: pastOf(first), permissions: {allowReplace: [here.id]}});
      expect((await world.look(b))?.taken).toEqual((await world.look(there))?.allocated);
    });

    it('the state contains a resource that was written and then failed', async () => {
      const [a, bad] = [world.make('a', {size: '1'}), await world.broken('bad')];
      const dependant = {...world.make('c', {size: '1'}), dependsOn: [bad.id]};
      const first = await apply([a, bad, dependant]);
      expect(Object.fromEntries(first.reports.map(({id, outcome}) => [id, outcome]))).toEqual({
        [a.id]: 'done',
        [bad.id]: 'failed',
        [dependant.id]: 'skipped',
      });
      expect(idsOf(first.state).toSorted()).toEqual(idsOf([a, bad]).toSorted());
      const next = await apply([a], {prior: pastOf(first)});
      expect(actionsOf(next.plan)).toEqual({[a.id]: 'unchanged', [bad.id]: 'delete'});
    });

    it('an interrupted run ends a waiting step and keeps its state', async () => {
      const slow = await world.stuck('slow');
      const stopped = await run(await plan([slow]), [slow], 'step-waiting');
      expect(stopped.reports).toMatchObject([{id: slow.id, outcome: 'failed', failure: {code: 'cancelled'}}]);
      expect(idsOf(stopped.state)).toEqual([slow.id]);
    });

    it('an apply continues a dead run of which only the spec is known', async () => {
      const [a, b] = [world.make('a', {size: '1'}), world.make('b', {size: '1'})];
      await apply([a]);
      const again = await apply([a, b], {prior: {interrupted: [a, b]}});
      expect(actionsOf(again.plan)).toEqual({[a.id]: 'unchanged', [b.id]: 'create'});
      expect(idsOf(again.state).toSorted()).toEqual(idsOf([a, b]));
      const removed = await apply([], {prior: pastOf(again)});
      expect(actionsOf(removed.plan)).toEqual({[a.id]: 'delete', [b.id]: 'delete'});
    });

    it('plans, states, specs, events and drift contain no secret', async () => {
      const [then, now] = [world.make('a', {secret: CANARY}), world.make('a', {secret: `${CANARY}-2`})];
      const first = await apply([then]);
      const second = await apply([now], {prior: pastOf(first)});
      expect((await world.look(now))?.secret).toBe(`${CANARY}-2`);
      expect(changesOf(second.plan)).toMatchObject([{action: 'update', fields: [{path: world.paths.secret}]}]);
      for (const {plan: made, state, spec, events} of [first, second])
        expect(JSON.stringify([changesOf(made), made.diagnostics, state, spec, events])).not.toContain(CANARY);
      const found = await drift(second.state);
      expect(found).toMatchObject({objects: [{drift: 'none'}]});
      expect(JSON.stringify(found)).not.toContain(CANARY);
    });

    it('a run with a selection changes only the selected resources', async () => {
      const [a, b] = [world.make('a', {size: '1'}), world.make('b', {size: '1'})];
      const first = await apply([a, b]);
      const [kept, left] = [first.state.filter(({id}) => id === a.id), first.state.filter(({id}) => id === b.id)];
      const wanted = world.make('a', {size: '2'});
      const second = await apply([wanted], {prior: {state: kept, spec: first.spec, leftOut: left}});
      expect(actionsOf(second.plan)).toEqual({[a.id]: 'update'});
      expect(second.plan.diagnostics).toEqual([]);
      expect([(await world.look(a))?.size, (await world.look(b))?.size]).toEqual(['2', '1']);
    });

    it('a rollback restores the resources that a release recorded', async () => {
      const first = await apply([world.make('a', {size: '1'}), world.make('b', {size: '1'})]);
      const second = await apply([world.make('a', {size: '2'})], {prior: pastOf(first)});
      const back = await apply(first.spec, {prior: pastOf(second), recalls: {revision: 1, state: first.state}});
      const [a, b] = idsOf(first.spec);
      expect(actionsOf(back.plan)).toEqual({[String(a)]: 'update', [String(b)]: 'create'});
      expect(await Promise.all(first.spec.map(async (one) => (await world.look(one))?.size))).toEqual(['1', '1']);
    });

    it('an orphaned resource leaves the state and keeps existing', async () => {
      const a = world.make('a', {size: '1'});
      const first = await apply([a]);
      const kept = await apply([], {prior: {...pastOf(first), toOrphan: new Set([a.id])}});
      expect(actionsOf(kept.plan)).toEqual({[a.id]: 'forget'});
      expect(kept.state).toEqual([]);
      expect((await world.look(a))?.size).toBe('1');
    });

    it('a saved plan is recognized as stale: its observed object differs after a change by another client', async () => {
      const a = world.make('a', {size: '1'});
      const first = await apply([a]);
      const wanted = world.make('a', {size: '2'});
      const seen = async () => (await plan([wanted], {prior: pastOf(first)})).changes.map((one) => one.seen?.());
      const before = await seen();
      expect(await seen()).toEqual(before);
      await world.edit(a, '9');
      expect(await seen()).not.toEqual(before);
    });
  });
}
