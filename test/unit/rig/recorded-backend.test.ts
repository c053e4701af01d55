import {expect, it} from 'vitest';
import type {Backend} from '../../../src/ports/backend.ts';
import {linearize} from '../../rig/reliability/linearizable.ts';
import {namedValue, openHistory} from '../../rig/reliability/recorded-backend.ts';

const KEY = 'locks/a.json';
const [V, W] = ['client-1-1', 'client-2-1'];
const [vs, ws] = [namedValue(V), namedValue(W)];

/** A store of which the test says what is there, and when a write is answered; a version is made of the bytes. */
function openStore(attempts: number) {
  const history = openHistory([KEY], {attempts});
  let there: string | undefined;
  let answer: Promise<unknown> = Promise.resolve();
  const backend = history.record({
    name: 'by hand',
    get: () => Promise.resolve(there === undefined ? undefined : {value: namedValue(there), version: `of ${there}`}),
    put: () => answer as ReturnType<Backend['put']>,
    delete: () => answer as ReturnType<Backend['delete']>,
    list: () => Promise.resolve([]),
  });
  return {
    backend,
    see: async (name: string | undefined) => {
      there = name;
      await backend.get(KEY);
    },
    /** Begins a write; what comes back lets it end. */
    begin: <T>(write: () => Promise<T>, told: T): (() => Promise<void>) => {
      const {promise, resolve} = Promise.withResolvers<T>();
      answer = promise;
      const done = write();
      return async () => {
        resolve(told);
        await done;
      };
    },
    order: () => linearize(history.steps.get(KEY) ?? []),
  };
}

const stuck = {stuck: expect.any(Array) as unknown};

/**
 * V is made, its answer lost; W replaces it, its answer lost; W is deleted, V made again, and W, sent again, replaces the very
 * version that it names. `ended`: W was answered before V was there again.
 */
async function writtenTwice(attempts: number, {ended = false} = {}) {
  const {backend, see, begin, order} = openStore(attempts);
  const endV = begin(() => backend.put(KEY, vs, undefined), {version: `of ${V}`});
  await see(V);
  const endW = begin(() => backend.put(KEY, ws, `of ${V}`), {version: `of ${W}`});
  await see(W);
  if (ended) await endW();
  await begin(() => backend.delete(KEY, `of ${W}`), 'deleted')();
  await see(undefined);
  await see(V);
  await endV();
  await see(W);
  if (!ended) await endW();
  return order();
}

it('a backend that repeats writes also repeats the replacement of a recreated value', async () => {
  expect(await writtenTwice(6)).toEqual({order: [V, W, undefined, V, W]});
});

it('nothing is replaced by a write that was answered, or by one that is sent once', async () => {
  expect(await writtenTwice(6, {ended: true})).toEqual(stuck);
  expect(await writtenTwice(1)).toEqual(stuck);
});

/** V is made, deleted, made again, and deleted again by the same delete, which is told so in the end, or before. */
async function deletedTwice(attempts: number, {ended = false} = {}) {
  const {backend, see, begin, order} = openStore(attempts);
  const endV = begin(() => backend.put(KEY, vs, undefined), {version: `of ${V}`});
  await see(V);
  const endDelete = begin(() => backend.delete(KEY, `of ${V}`), 'deleted');
  await see(undefined);
  if (ended) await endDelete();
  await see(V);
  await endV();
  await see(undefined);
  if (!ended) await endDelete();
  return order();
}

it('a backend that repeats deletes removes a value that was recreated meanwhile', async () => {
  expect(await deletedTwice(6)).toEqual({order: [V, undefined, V, undefined]});
});

it('nothing is deleted by a delete that was answered, or by one that is sent once', async () => {
  expect(await deletedTwice(6, {ended: true})).toEqual(stuck);
  expect(await deletedTwice(1)).toEqual(stuck);
});
