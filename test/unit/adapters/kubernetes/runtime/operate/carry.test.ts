import {connect, type Socket} from 'node:net';
import {text} from 'node:stream/consumers';
import {expect, it, onTestFinished, vi} from 'vitest';
import {carry} from '../../../../../../src/adapters/kubernetes/runtime/operate/forward/carry.ts';
import type {PodSocketEvents} from '../../../../../../src/adapters/kubernetes/runtime/operate/forward/pod-socket.ts';
import {listenLocally} from '../../../../../../src/adapters/local/loopback/listen.ts';

/** A local connection, and a pod that answers with what it was sent, in capitals, and hangs up after a full stop. */
async function shouting() {
  const listener = await listenLocally(0);
  let carried: Promise<void> | undefined;
  const closed: string[] = [];
  listener.onConnection((local) => {
    const open = async ({onData, onClose}: PodSocketEvents) => ({
      send: async (bytes: Uint8Array) => {
        onData(Buffer.from(Buffer.from(bytes).toString().toUpperCase()));
        if (bytes.at(-1) === '.'.charCodeAt(0)) onClose();
      },
      pause: () => undefined,
      resume: () => undefined,
      close: () => {
        closed.push('pod');
        onClose();
      },
    });
    carried = carry({local, connect: open, onProblem: () => undefined});
  });
  const socket: Socket = connect({port: listener.port, host: '127.0.0.1'});
  return {listener, socket, closed, carried: () => carried};
}

it('bytes go both ways, in their order and all of them, until the pod hangs up', async () => {
  const {listener, socket, carried} = await shouting();
  const sent = `${'abc'.repeat(500_000)}.`;
  socket.write(sent);
  const answer = await text(socket);
  expect(answer.length).toBe(sent.length);
  expect(answer === sent.toUpperCase()).toBe(true);
  await carried();
  await listener.close();
});

it('an end that has sent everything still receives the answer', async () => {
  const {listener, socket} = await shouting();
  socket.end('hello.');
  expect(await text(socket)).toBe('HELLO.');
  await listener.close();
});

it('a local end that is gone closes the connection to the pod', async () => {
  const {listener, socket, closed, carried} = await shouting();
  socket.write('hello');
  await new Promise((resolve) => socket.once('data', resolve));
  socket.resetAndDestroy();
  await expect.poll(() => closed).toEqual(['pod']);
  await carried();
  await listener.close();
});

it('a local end that breaks while it is written to closes the connection to the pod, and nothing else', async () => {
  const broken = Promise.withResolvers<never>();
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  const closed: string[] = [];
  const carried = carry({
    local: {
      [Symbol.asyncIterator]: () => ({next: () => new Promise(() => undefined)}),
      send: () => broken.promise,
      end: () => undefined,
      destroy: () => undefined,
    },
    connect: async ({onData, onClose}) => {
      onData(Buffer.from('an answer'));
      onData(Buffer.from('that nobody hears'));
      setImmediate(() => broken.reject(new Error('ECONNRESET')));
      const close = () => {
        closed.push('pod');
        // The server takes its time to say goodbye.
        setTimeout(onClose, 20);
      };
      return {send: async () => undefined, pause: () => undefined, resume: () => undefined, close};
    },
    onProblem: () => undefined,
  });
  await carried;
  process.off('unhandledRejection', note);
  expect(closed.length).toBeGreaterThan(0);
  expect(unhandled).toEqual([]);
});

it('a port of somebody else is refused by its number', async () => {
  const {listener, socket} = await shouting();
  await expect(listenLocally(listener.port)).rejects.toMatchObject({
    failure: {code: 'forward/port-taken', port: listener.port},
  });
  socket.destroy();
  await listener.close();
});

it('an idle connection stays open for hours, and one whose local side has ended for half a minute', async () => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
  onTestFinished(() => void vi.useRealTimers());
  const {listener, socket, closed} = await shouting();
  socket.write('hello');
  await new Promise((resolve) => socket.once('data', resolve));
  await vi.advanceTimersByTimeAsync(5 * 3_600_000);
  expect(closed).toEqual([]);
  socket.write('again');
  await new Promise((resolve) => socket.once('data', resolve));
  socket.end();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(closed).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(closed).toEqual(['pod']);
  await listener.close();
});
