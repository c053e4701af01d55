import type {AddressInfo} from 'node:net';
import {connect, createServer, type Socket} from 'node:net';

/** Starts a proxy on loopback. It delays all bytes to the server by half of a round trip, and all bytes from it, too. TLS passes through it. */
export async function delayingProxy(
  server: string,
  roundTripMs: number,
): Promise<{readonly url: string} & AsyncDisposable> {
  const {hostname, port} = new URL(server);
  const sockets = new Set<Socket>();
  const own = (socket: Socket): Socket => {
    sockets.add(socket.setNoDelay(true));
    return socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const proxy = createServer((client) => {
    const upstream = own(connect(Number(port), hostname));
    delay(own(client), upstream, roundTripMs / 2);
    delay(upstream, client, roundTripMs / 2);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** Timers of the same delay fire in the order in which they were set, so that the bytes keep their order. */
function delay(from: Socket, to: Socket, ms: number): void {
  const later = (act: () => void) => setTimeout(() => void (to.destroyed || act()), ms);
  from.on('data', (bytes) => later(() => to.write(bytes)));
  from.on('end', () => later(() => to.end()));
}
