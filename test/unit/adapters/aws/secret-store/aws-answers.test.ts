import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {Readable} from 'node:stream';
import {expect, it, onTestFinished} from 'vitest';
import {awsStore} from '../../../../../src/adapters/aws/secret-store/aws-store.ts';

/** A server that never ends its answers; and how many bytes of each were taken from it. */
async function endlessServer(status: number) {
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
    response.writeHead(status, {'content-type': 'application/x-amz-json-1.1'});
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

it.each([
  {service: 'secretsManager', status: 200},
  {service: 'secretsManager', status: 400},
  {service: 'parameterStore', status: 200},
  {service: 'parameterStore', status: 500},
] as const)('an endless answer of $service with $status is not read to its end', async ({service, status}) => {
  const {endpoint, taken} = await endlessServer(status);
  const store = awsStore(
    {kind: 'aws', service, region: 'us-east-1', endpoint},
    {env: {AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'x'}},
  );
  expect(await store.fetch({name: ['db']})).toMatchObject({
    because: 'what answered is not AWS: its answer has more than 2 MiB',
    fault: 'unreachable',
  });
  expect(taken).toHaveLength(1);
  expect(taken[0]).toBeLessThan(16 * 1024 * 1024);
});
