import {expect, it} from 'vitest';
import {awsStore} from '../../../../../src/adapters/aws/secret-store/aws-store.ts';
import {endlessServer} from '../../../../rig/endless-server.ts';

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
    because: 'the response does not come from AWS: it is larger than 2 MiB',
    fault: 'unreachable',
  });
  expect(taken).toHaveLength(1);
  expect(taken[0]).toBeLessThan(16 * 1024 * 1024);
});
