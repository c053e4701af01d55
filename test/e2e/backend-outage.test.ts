import {expect, it} from 'vitest';
import {applyRelease} from '../../src/app/plan/apply-release.ts';
import type {AppliedOutcome, ApplyOutcome} from '../../src/app/plan/release-requests.ts';
import type {Event} from '../../src/core/event.ts';
import {GantryError} from '../../src/core/failure/failure.ts';
import type {Backend} from '../../src/ports/backend.ts';
import type {Clock} from '../../src/ports/clock.ts';
import {destroyed, pendingChanges} from '../rig/changes.ts';
import {applyOf, depsOf} from '../rig/deps.ts';
import {fastClock} from '../rig/fast-clock.ts';
import {type FrontDoor, frontDoor} from '../rig/front-door.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

/** More than a run can write, however fast the machine, until it has to wait: two renewals and half a lease are seven seconds. */
const OBJECTS = Array.from({length: 60}, (_, i) => configMap(`part-${i}`, {a: '1'}));
const SECOND = 1_000;

/** How a backend is away: it says so at once, or says nothing for as long as a request may take. */
const AWAY: Readonly<Record<string, (clock: Clock) => Promise<never>>> = {
  'answers with errors': async () => Promise.reject(ioError('HTTP 500')),
  'does not answer': async (clock) => {
    await clock.sleep(10 * SECOND);
    throw ioError('no answer in 10 s');
  },
};

const ioError = (detail: string): GantryError => new GantryError({code: 'backend/io', detail});

type Switch = {away: boolean; readonly through: (real: Backend) => Backend; readonly renewed: () => Promise<void>};

/** A backend that a test takes away, and a sign each time that the lock was written. */
function switched(clock: Clock, how: string): Switch {
  let sign = Promise.withResolvers<void>();
  const fail = AWAY[how] ?? (() => Promise.reject(new Error(how)));
  const gate = async <T>(work: () => Promise<T>): Promise<T> => (state.away ? fail(clock) : work());
  const state: Switch = {
    away: false,
    renewed: () => sign.promise,
    through: (real) => ({
      name: real.name,
      get: (key) => gate(() => real.get(key)),
      list: (prefix) => gate(() => real.list(prefix)),
      delete: (key, version) => gate(() => real.delete(key, version)),
      put: async (key, value, expected) => {
        const outcome = await gate(() => real.put(key, value, expected));
        if (key.startsWith('locks/')) {
          sign.resolve();
          sign = Promise.withResolvers();
        }
        return outcome;
      },
    }),
  };
  return state;
}

onCluster('a backend that does not answer during a run', (cluster) => {
  async function slowStack(): Promise<{readonly stack: Stack; readonly door: FrontDoor}> {
    const door = await frontDoor({kubeconfigPath: cluster.kubeconfigPath, of: '/configmaps/', delayMs: 150});
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath: door.kubeconfigPath, namespace, files: manifests(...OBJECTS)});
    return {stack, door};
  }

  /** One at a time, ten times faster than life: a lease is six seconds. */
  function starting(stack: Stack, how: string, onEvent: (event: Event) => void = () => {}) {
    const clock = fastClock(10);
    const state = switched(clock, how);
    const deps = depsOf(stack, {clock, backend: state.through, onEvent});
    const outcome = applyRelease(applyOf(stack, {parallelism: 1}), deps).catch((error: unknown) => error);
    return {clock, state, outcome: outcome as Promise<ApplyOutcome | GantryError>};
  }

  it.each(Object.keys(AWAY))(
    'steps wait for a backend that is away and %s for half a lease, and everything is done and recorded',
    async (how) => {
      const {stack, door} = await slowStack();
      const {clock, state, outcome} = starting(stack, how);
      await door.reached(3);
      await state.renewed();
      state.away = true;
      await clock.sleep(31 * SECOND);
      // Too little of the lease is left for a request: nothing is begun.
      const begun = door.writes.length;
      expect(begun).toBeLessThan(OBJECTS.length);
      await clock.sleep(4 * SECOND);
      expect(door.writes.length).toBe(begun);
      state.away = false;
      door.hurry();
      expect(await outcome).toMatchObject({kind: 'applied', phase: 'succeeded'});
      expect(door.writes.length).toBe(OBJECTS.length);
      expect(await pendingChanges(stack)).toEqual([]);
      await destroyed(stack);
    },
  );

  it('a run stops writing if the backend is away for longer than the lease, and the next run makes the state agree', async () => {
    const {stack, door} = await slowStack();
    const {state, outcome} = starting(stack, 'answers with errors');
    await door.reached(3);
    state.away = true;
    const ended = await outcome;
    const written = door.writes.length;
    expect(written).toBeLessThan(OBJECTS.length);
    expect(ended).toBeInstanceOf(GantryError);
    const {failure} = ended as GantryError;
    expect(failure).toMatchObject({code: 'apply/partial', unrecorded: true});
    expect(JSON.stringify(failure)).toContain('release/lease-lost');
    state.away = false;
    door.hurry();

    const next = depsOf(stack, {clock: fastClock(10)});
    const applied = (await applyRelease(applyOf(stack, {lockTimeoutSeconds: 300}), next)) as AppliedOutcome;
    expect(applied).toMatchObject({kind: 'applied', phase: 'succeeded', release: {revision: 2}});
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
  });

  it('a disk that is full when the release is recorded ends the run with what was written, and the next run records it', async () => {
    const namespace = cluster.freshNamespace();
    const files = manifests(configMap('first', {a: '1'}), configMap('second', {a: '1'}));
    const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace, files});
    let isFull = false;
    const full = (real: Backend): Backend => ({
      ...real,
      put: async (key, value, expected) => {
        if (isFull && !key.startsWith('locks/')) throw ioError('no space is left on the device (ENOSPC)');
        return real.put(key, value, expected);
      },
    });
    const onEvent = ({type}: Event) => {
      if (type === 'step-applied') isFull = true;
    };
    const ran = await applyRelease(applyOf(stack), depsOf(stack, {backend: full, onEvent})).catch(
      (error: unknown) => error,
    );
    expect(ran).toBeInstanceOf(GantryError);
    const {failure} = ran as GantryError;
    expect(failure).toMatchObject({code: 'apply/partial', unrecorded: true});
    expect(JSON.stringify(failure)).toContain('ENOSPC');
    const next = await applyRelease(applyOf(stack), depsOf(stack));
    expect(next).toMatchObject({kind: 'applied', phase: 'succeeded', release: {revision: 2}});
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
  });
});
