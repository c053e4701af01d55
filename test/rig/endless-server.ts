import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {Readable} from 'node:stream';
import {onTestFinished} from 'vitest';

/** A server that never ends its answers, and how many bytes of each were taken from it; gone when the test is over. */
export async function endlessServer(status: number) {
  const taken: number[] = [];
  const server = createServer((_request, response) => {
    const index = taken.push(0) - 1;
    const body = Readable.from(
      (function* () {
        for (;;) {
          taken[index] = (taken[index] ?? 0) + 64 * 1024;
          yield Buffer.alloc(64 * 1024, ' ');
        }
      })(),
    );
    response.writeHead(status, {'content-type': 'application/json'});
    body.pipe(response);
    response.on('close', () => body.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken};
}
