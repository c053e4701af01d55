import {PassThrough} from 'node:stream';
import {describe, expect, it} from 'vitest';
import type {Reply} from '../../../../../../src/adapters/kubernetes/runtime/client/request-types.ts';
import {refusalOf} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import {openNotifier} from '../../../../../../src/adapters/kubernetes/runtime/execute/notifier.ts';
import {
  type FollowContainer,
  followContainer,
} from '../../../../../../src/adapters/kubernetes/runtime/operate/logs/follow-container.ts';
import {mergeLines} from '../../../../../../src/adapters/kubernetes/runtime/operate/logs/merge-lines.ts';
import type {PodContainer} from '../../../../../../src/kubernetes/logs/pod-containers.ts';
import {handClock} from '../../../../../rig/hand-clock.ts';

const RUNNING: PodContainer = {name: 'app', state: 'running', started: true, restarts: 0, final: false, reason: ''};
const ENDED: PodContainer = {...RUNNING, state: 'ended', final: true};
const at = (second: number): string => `2026-01-01T00:00:0${second}.000000000Z`;
const text = (...seconds: readonly number[]): string =>
  seconds.map((second) => `${at(second)} line ${second}\n`).join('');

/** A container whose log is answered by hand, one connection after the other. */
function followed(container = RUNNING) {
  const clock = handClock();
  const notifier = openNotifier();
  const end = new AbortController();
  const told: string[] = [];
  const asked: Readonly<Record<string, unknown>>[] = [];
  const streams: PassThrough[] = [];
  const waiting: (() => void)[] = [];
  let now: PodContainer | undefined = container;
  let refusal: Reply | undefined;
  const follow: FollowContainer = {
    client: {
      server: 'https://c',
      stream: async ({query}) => {
        asked.push(query ?? {});
        if (refusal !== undefined && !refusal.ok) return refusal;
        const body = new PassThrough();
        streams.push(body);
        for (const go of waiting.splice(0)) go();
        return {ok: true, status: 200, warnings: [], resent: false, body};
      },
    },
    clock,
    place: {namespace: 'shop', pod: 'web-1', container: 'app'},
    id: 'web',
    container: () => now,
    changed: (ms) => notifier.after(notifier.count(), ms, {clock, signal: end.signal}),
    first: {tailLines: 10},
    merge: mergeLines({clock, emit: ({line}) => void told.push(line), patienceMs: 0, signal: end.signal}),
    onRemark: () => undefined,
    signal: end.signal,
  };
  const running = followContainer(follow);
  return {
    clock,
    told,
    asked,
    running,
    /** The nth connection, when it is made. */
    stream: async (n: number): Promise<PassThrough> => {
      while (streams[n] === undefined) {
        const made = new Promise<void>((resolve) => waiting.push(resolve));
        await clock.advance(20_000);
        if (streams[n] === undefined) await made;
      }
      return streams[n];
    },
    set: (next: PodContainer | undefined) => {
      now = next;
      notifier.notify();
    },
    refuse: (status: number, message: string) => {
      refusal = {ok: false, status, warnings: [], resent: false, refusal: refusalOf(status, {kind: 'Status', message})};
    },
    stop: async () => {
      end.abort('SIGINT');
      for (const stream of streams) stream.destroy();
      await running;
    },
  };
}

const passed = () => new Promise((resolve) => setImmediate(resolve));

describe('a container that is followed', () => {
  it.each([
    {name: 'broken', breaks: (stream: PassThrough) => stream.destroy(new Error('ECONNRESET'))},
    {name: 'closed', breaks: (stream: PassThrough) => stream.end()},
  ])('a followed container continues where it was after its stream is $name, and repeats no line', async ({breaks}) => {
    const one = followed();
    const first = await one.stream(0);
    first.write(text(1, 2, 2));
    await passed();
    breaks(first);
    const second = await one.stream(1);
    expect(one.asked).toMatchObject([
      {follow: true, tailLines: 10, timestamps: true},
      {follow: true, sinceTime: at(2)},
    ]);
    expect(one.asked[1]).not.toHaveProperty('tailLines');
    second.write(text(2, 2, 2, 3));
    await passed();
    expect(one.told).toEqual(['line 1', 'line 2', 'line 2', 'line 2', 'line 3']);
    await one.stop();
  });

  it('a line that was cut off is returned only once it is complete', async () => {
    const one = followed();
    const first = await one.stream(0);
    first.write(`${text(1)}${at(2)} li`);
    await passed();
    first.destroy(new Error('ECONNRESET'));
    (await one.stream(1)).write(text(1, 2));
    await passed();
    expect(one.told).toEqual(['line 1', 'line 2']);
    await one.stop();
  });

  it('a followed container ends when it has terminated for good and its log is read to the end', async () => {
    const one = followed();
    const first = await one.stream(0);
    first.write(text(1));
    one.set(ENDED);
    first.end(text(2));
    (await one.stream(1)).end(text(1, 2, 3));
    await one.running;
    expect(one.told).toEqual(['line 1', 'line 2', 'line 3']);
    // What has ended has nothing to follow.
    expect(one.asked[1]).not.toHaveProperty('follow');
  });

  it('a followed container ends when its pod is gone', async () => {
    const one = followed();
    const first = await one.stream(0);
    one.set(undefined);
    first.end();
    await one.running;
  });

  it('a followed container waits for its next start without requests', async () => {
    const one = followed();
    const first = await one.stream(0);
    first.write(text(1));
    one.set({...RUNNING, state: 'waiting'});
    first.end();
    await one.clock.advance(60_000);
    expect(one.asked).toHaveLength(1);
    one.set({...RUNNING, restarts: 1});
    (await one.stream(1)).write(text(5));
    await passed();
    expect(one.told).toEqual(['line 1', 'line 5']);
    await one.stop();
  });

  it('a user without permission to read logs gets an error with the missing permission', async () => {
    const one = followed({...RUNNING, started: false});
    one.refuse(403, 'pods "web-1" is forbidden: User "x" cannot get resource "pods/log"');
    one.set(RUNNING);
    await expect(one.running).rejects.toMatchObject({
      failure: {code: 'permission/denied', action: expect.stringContaining('pods/log')},
    });
  });
});
