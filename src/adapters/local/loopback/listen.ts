import {once} from 'node:events';
import {createServer, type Socket} from 'node:net';
import {GantryError} from '../../../core/failure/failure.ts';
import type {Listener, LocalConnection} from '../../../ports/listener.ts';

const LOOPBACK = '127.0.0.1';

/** Listens on a port of the loopback interface. 0: any free port. @throws GantryError forward/port-taken */
export async function listenLocally(port: number): Promise<Listener> {
  const open = new Set<Socket>();
  const waiting: Socket[] = [];
  let accept: ((connection: LocalConnection) => void) | undefined;
  // A client that has ended its side may still read the response.
  const server = createServer({allowHalfOpen: true}, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // The reader gets the error. Without a listener it would end the process.
    socket.on('error', () => undefined);
    if (accept === undefined) waiting.push(socket);
    else accept(connectionOf(socket));
  });
  try {
    server.listen(port, LOOPBACK);
    await once(server, 'listening');
  } catch (error) {
    throw new GantryError({code: 'forward/port-taken', port, detail: (error as Error).message});
  }
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    onConnection: (then) => {
      accept = then;
      for (const socket of waiting.splice(0)) then(connectionOf(socket));
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

const connectionOf = (socket: Socket): LocalConnection => ({
  [Symbol.asyncIterator]: () => socket[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>,
  send: async (bytes) => {
    if (socket.destroyed || socket.writableEnded || socket.write(bytes)) return;
    const over = new AbortController();
    const ends = {signal: over.signal};
    await Promise.race([once(socket, 'drain', ends), once(socket, 'close', ends)]).finally(() => over.abort());
  },
  end: () => void socket.end(),
  destroy: () => void socket.destroy(),
});
