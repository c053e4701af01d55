import {expect, it} from 'vitest';
import type {Event} from '../../../src/core/event.ts';
import {GantryError} from '../../../src/core/failure/failure.ts';
import type {Action} from '../../../src/core/plan/plan.ts';
import {executePlan, MOST_BEGUN} from '../../../src/engine/execute-plan.ts';
import type {Clock} from '../../../src/ports/clock.ts';
import type {PlannedChange} from '../../../src/ports/planned-change.ts';
import type {StepResult} from '../../../src/ports/step-result.ts';
import type {StepRun} from '../../../src/ports/step-run.ts';
import {handClock} from '../../rig/hand-clock.ts';

type Controlled = PlannedChange & {readonly started: Promise<void>; readonly end: (result: StepResult) => void};

/** A change whose start can be awaited and whose end the test decides: no sleeps. */
function controlled(id: string, after: readonly string[] = [], action: Action = 'create'): Controlled {
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<StepResult>();
  return {
    change: {id, type: 'Kubernetes', action, verified: true, fields: []},
    after,
    execute: () => {
      started.resolve();
      return ended.promise;
    },
    started: started.promise,
    end: ended.resolve,
  };
}

const failed: StepResult = {kind: 'failed', failure: {code: 'object/failed', resource: 'x', detail: 'no'}};
const done: StepResult = {kind: 'done'};

type Options = {
  readonly signal?: AbortSignal;
  readonly parallelism?: number;
  readonly clock?: Clock;
  readonly timeouts?: {readonly resourceMs: number; readonly totalMs: number};
};

function run(changes: readonly PlannedChange[], options: Options = {}) {
  const events: Event[] = [];
  const reports = executePlan({
    changes,
    wait: true,
    confirmUnchanged: false,
    timeouts: {resourceMs: 1000, totalMs: 1000},
    clock: handClock(),
    signal: new AbortController().signal,
    beforeWrite: async () => {},
    writeTimeoutMs: 1000,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return {reports, events};
}

const outcomes = async (reports: ReturnType<typeof run>['reports']) =>
  Object.fromEntries((await reports).map(({id, outcome}) => [id, outcome]));

it('independent changes start together, and a dependant after its dependencies', async () => {
  const [a, b, c] = [controlled('a'), controlled('b'), controlled('c', ['a'])];
  const {reports, events} = run([a, b, c]);
  await Promise.all([a.started, b.started]);
  expect(events.filter(({type}) => type === 'step-started')).toHaveLength(2);
  a.end(done);
  await c.started;
  c.end(done);
  b.end(done);
  expect(await outcomes(reports)).toEqual({a: 'done', b: 'done', c: 'done'});
});

it('a change that frees its slot lets the next one begin before it ends', async () => {
  const [waits, next] = [controlled('waits'), controlled('next')];
  const freeing: PlannedChange = {
    ...waits,
    execute: (step: StepRun) => {
      step.freeSlot?.();
      return waits.execute(step);
    },
  };
  const {reports} = run([freeing, next], {parallelism: 1});
  await next.started;
  next.end(done);
  waits.end(done);
  expect(await outcomes(reports)).toEqual({waits: 'done', next: 'done'});
});

it('a failed change stops its dependants, but not its siblings', async () => {
  const [a, b, c, d] = [controlled('a'), controlled('b'), controlled('c', ['a']), controlled('d', ['c'])];
  const {reports} = run([a, b, c, d]);
  a.end(failed);
  b.end(done);
  expect(await outcomes(reports)).toEqual({a: 'failed', b: 'done', c: 'skipped', d: 'skipped'});
  expect((await reports).find(({id}) => id === 'd')?.because).toBe('a');
});

it('deletions run last, and only if the rest is healthy', async () => {
  const [gone, web] = [controlled('gone', [], 'delete'), controlled('web')];
  const {reports, events} = run([gone, web]);
  await web.started;
  expect(events.some((event) => event.type === 'step-started' && event.id === 'gone')).toBe(false);
  web.end(failed);
  expect(await outcomes(reports)).toEqual({gone: 'skipped', web: 'failed'});
});

it('an interrupted run starts no new change and lets running ones end', async () => {
  const abort = new AbortController();
  const [a, b] = [controlled('a'), controlled('b', ['a'])];
  const {reports} = run([a, b], {signal: abort.signal});
  await a.started;
  abort.abort();
  a.end(done);
  expect(await outcomes(reports)).toEqual({a: 'done', b: 'skipped'});
});

it('a run keeps the limit of resources in progress', async () => {
  const [a, b] = [controlled('a'), controlled('b')];
  const {reports, events} = run([a, b], {parallelism: 1});
  await a.started;
  expect(events.filter(({type}) => type === 'step-started')).toHaveLength(1);
  a.end(done);
  await b.started;
  b.end(done);
  expect(await outcomes(reports)).toEqual({a: 'done', b: 'done'});
});

it('the time limit of a resource starts with its turn, not in the queue of --parallelism', async () => {
  const clock = handClock();
  const left: Record<string, readonly [of: string | undefined, ms: number]> = {};
  const waits = (id: string, timeoutMs?: number): Controlled => {
    const one = controlled(id);
    const execute = (step: StepRun): Promise<StepResult> => {
      left[id] = [step.limit?.of, (step.limit?.until ?? 0) - clock.monotonic()];
      return one.execute(step);
    };
    return {...one, execute, ...(timeoutMs === undefined ? {} : {timeoutMs})};
  };
  const [first, second, third] = [waits('first'), waits('second'), waits('third', 200)];
  const timeouts = {resourceMs: 600, totalMs: 1000};
  const {reports} = run([first, second, third], {parallelism: 1, clock, timeouts});
  await first.started;
  await clock.advance(300);
  first.end(done);
  await second.started;
  await clock.advance(200);
  second.end(done);
  await third.started;
  third.end(done);
  await reports;
  expect(left).toEqual({first: ['resource', 600], second: ['resource', 600], third: ['rule', 200]});
});

it('a change that is still queued when the time of the run is over is skipped as never begun', async () => {
  const clock = handClock();
  const [first, second] = [controlled('first'), controlled('second')];
  const {reports, events} = run([first, second], {parallelism: 1, clock});
  await first.started;
  await clock.advance(1000);
  first.end(done);
  expect(await outcomes(reports)).toEqual({first: 'done', second: 'skipped'});
  expect(events.some((event) => event.type === 'step-started' && event.id === 'second')).toBe(false);
});

it('a written object is recorded, also without an earlier lock check', async () => {
  const abort = new AbortController();
  const change: PlannedChange = {
    ...controlled('a'),
    execute: async ({onApplied}) => {
      onApplied();
      abort.abort('SIGINT');
      return {kind: 'failed', failure: {code: 'cancelled', signal: 'SIGINT'}};
    },
  };
  expect((await run([change], {signal: abort.signal}).reports)[0]).toMatchObject({outcome: 'failed', written: true});
});

const throwing = (error: unknown, id = 'a'): PlannedChange => ({
  ...controlled(id),
  execute: () => Promise.reject(error),
});

it('a thrown failure belongs to its step, and a bug ends the run', async () => {
  const {reports} = run([throwing(new GantryError({code: 'release/lease-lost', detail: 'x'}))]);
  expect((await reports)[0]?.failure?.code).toBe('release/lease-lost');
  await expect(run([throwing(new TypeError('bug'))]).reports).rejects.toThrow(TypeError);
});

it('a run with a bug begins nothing new and ends after all steps have ended', async () => {
  const writing = controlled('writing');
  const later = controlled('later', ['writing']);
  const {reports, events} = run([writing, throwing(new TypeError('bug'), 'broken'), later]);
  let ended = false;
  const over = reports.catch((error: unknown) => {
    ended = true;
    return error;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toBe(false);
  writing.end(done);
  expect(await over).toBeInstanceOf(TypeError);
  expect(events.some((event) => event.type === 'step-started' && event.id === 'later')).toBe(false);
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'a step that throws the reason of an interrupt (%s) counts as skipped, not as a bug',
  async (signal) => {
    const abort = new AbortController();
    const [other, reading] = [controlled('other'), controlled('reading')];
    const read = Promise.withResolvers<StepResult>();
    const {reports} = run([other, {...reading, execute: () => read.promise}], {signal: abort.signal});
    await other.started;
    abort.abort(signal);
    read.reject(abort.signal.reason);
    other.end(done);
    expect(await outcomes(reports)).toEqual({other: 'done', reading: 'skipped'});
    expect((await reports)[1]?.failure).toEqual({code: 'cancelled', signal});
  },
);

/** A change that waits for a turn to write, as when the pool is full, until it is told to stop. */
const queued = (id: string): PlannedChange => ({
  ...controlled(id),
  execute: ({stop}: StepRun) =>
    new Promise((_, reject) => {
      stop.addEventListener('abort', () => reject(stop.reason as Error), {once: true});
    }),
});

it('a run whose time is over skips waiting changes with that reason and lets running ones end', async () => {
  const clock = handClock();
  const [running, later] = [controlled('running'), controlled('later', ['running'])];
  const {reports} = run([running, queued('in-the-queue'), later], {clock});
  await running.started;
  await clock.advance(1000);
  running.end(done);
  expect(await outcomes(reports)).toEqual({running: 'done', 'in-the-queue': 'skipped', later: 'skipped'});
  for (const {failure, because} of (await reports).slice(1)) {
    expect(failure).toEqual({code: 'apply/timeout', seconds: 1});
    expect(because).toBe('the run exceeded its time limit');
  }
});

it('a step that was stopped between two writes counts as failed', async () => {
  const clock = handClock();
  const begun = Promise.withResolvers<void>();
  const half: PlannedChange = {
    ...controlled('half'),
    execute: ({beforeWrite, stop}) =>
      new Promise((_, reject) => {
        stop.addEventListener('abort', () => reject(stop.reason as Error), {once: true});
        void beforeWrite().then(begun.resolve, reject);
      }),
  };
  const {reports} = run([half], {clock});
  await begun.promise;
  await clock.advance(1000);
  expect(await outcomes(reports)).toEqual({half: 'failed'});
});

it('a run leaves no timer behind', async () => {
  const clock = handClock();
  const a = controlled('a');
  const {reports} = run([a], {clock});
  a.end(done);
  await reports;
  expect(clock.sleepers()).toBe(0);
});

it('a change after an applied one starts before that one is ready', async () => {
  const object = controlled('object');
  let apply = (): void => {};
  const first: PlannedChange = {
    ...object,
    execute: (run) => {
      apply = run.onApplied;
      return object.execute(run);
    },
  };
  const hook = {...controlled('hook', [], 'run'), afterApplied: ['object']};
  const {reports, events} = run([first, hook]);
  await object.started;
  expect(events.filter((event) => event.type === 'step-started').map((event) => event.id)).toEqual(['object']);
  apply();
  await hook.started;
  hook.end(done);
  object.end(failed);
  expect(await outcomes(reports)).toEqual({object: 'failed', hook: 'done'});
});

it('a change after an applied one is skipped if that one failed before it was applied', async () => {
  const object = controlled('object');
  const hook = {...controlled('hook', [], 'run'), afterApplied: ['object']};
  const {reports} = run([object, hook]);
  object.end(failed);
  expect(await outcomes(reports)).toEqual({object: 'failed', hook: 'skipped'});
});

it('an unchanged object that hooks wait for is confirmed, and its failure names them', async () => {
  const object = {...controlled('object', [], 'unchanged'), awaitedBy: 'the hooks wait for it'};
  const hook = controlled('hook', ['object'], 'run');
  const {reports} = run([object, hook]);
  await object.started;
  object.end({kind: 'failed', failure: {code: 'object/not-ready', resource: 'object', detail: 'not yet', seconds: 1}});
  expect((await reports)[0]?.failure).toMatchObject({detail: 'not yet; the hooks wait for it'});
});

it('a hook after the removal of its source runs last, and only if nothing failed', async () => {
  const removal = controlled('removal', [], 'delete');
  const last = controlled('last', ['removal'], 'run');
  const object = controlled('object');
  const hook = {source: 'web', event: 'post-delete' as const, weight: 0, deletePolicies: []};
  const {reports, events} = run([removal, {...last, change: {...last.change, hook}}, object]);
  await object.started;
  object.end(done);
  await removal.started;
  removal.end(done);
  await last.started;
  last.end(done);
  expect(await outcomes(reports)).toEqual({last: 'done', object: 'done', removal: 'done'});
  const started = events.filter((event) => event.type === 'step-started').map(({id}) => id);
  expect(started).toEqual(['object', 'removal', 'last']);
});

/** Changes that all do the same. */
const many = (count: number, execute: PlannedChange['execute']): readonly PlannedChange[] =>
  Array.from({length: count}, (_, i) => ({...controlled(`many-${i}`), execute}));

it('a run begins only some of its changes while they wait for the turn of their requests', async () => {
  const turn = Promise.withResolvers<void>();
  const full = Promise.withResolvers<void>();
  let begun = 0;
  const {reports, events} = run(
    many(10 * MOST_BEGUN, async () => {
      if (++begun === MOST_BEGUN) full.resolve();
      await turn.promise;
      return done;
    }),
  );
  await full.promise;
  expect(events.filter(({type}) => type === 'step-started')).toHaveLength(MOST_BEGUN);
  turn.resolve();
  expect((await reports).filter(({outcome}) => outcome === 'done')).toHaveLength(10 * MOST_BEGUN);
});

it.each([
  {name: 'has written', begin: (step: StepRun) => step.beforeWrite()},
  {name: 'waits for its object', begin: async (step: StepRun) => step.onWaiting('0 of 1 ready')},
  {name: 'was verified late', begin: async (step: StepRun) => step.letNext?.()},
])('a change that $name does not keep others from beginning', async ({begin}) => {
  // The others may be what it waits for: its webhook, its permission.
  const all = Promise.withResolvers<void>();
  const count = 3 * MOST_BEGUN;
  let begun = 0;
  const {reports} = run(
    many(count, async (step) => {
      await begin(step);
      if (++begun === count) all.resolve();
      await all.promise;
      return done;
    }),
  );
  expect((await reports).every(({outcome}) => outcome === 'done')).toBe(true);
});

it('a live object is kept only if a change follows it', async () => {
  const seen: unknown[] = [];
  const make = (id: string, after: readonly string[]): PlannedChange => ({
    ...controlled(id, after),
    execute: async (step) => {
      seen.push(step.live('first')?.['kind'], step.live('alone'));
      return {kind: 'done', live: {kind: id}};
    },
  });
  await run([make('first', []), make('alone', []), make('last', ['first', 'middle']), make('middle', ['first'])])
    .reports;
  expect(seen.slice(-2)).toStrictEqual(['first', undefined]);
});
