import {expect, it} from 'vitest';
import {alicloudStore} from '../../../../../src/adapters/alicloud/secret-store/alicloud-store.ts';
import {endlessServer} from '../../../../rig/endless-server.ts';

const KEYS = {ALICLOUD_ACCESS_KEY: 'LTAI-test', ALICLOUD_SECRET_KEY: 'x'};

it.each([{status: 200}, {status: 403}, {status: 500}])(
  'an endless answer of KMS with $status is not read to its end',
  async ({status}) => {
    const {endpoint, taken} = await endlessServer(status);
    const store = alicloudStore({kind: 'alicloud', region: 'cn-hangzhou', endpoint}, {env: KEYS});
    expect(await store.fetch({name: ['db']})).toMatchObject({
      because: expect.stringContaining('the response has more than 1048576 bytes'),
    });
    expect(taken).toHaveLength(1);
    expect(taken[0]).toBeLessThan(16 * 1024 * 1024);
  },
);

it('an endless response of the credential service is not read to its end', async () => {
  const {endpoint, taken} = await endlessServer(200);
  const env = {ALIBABA_CLOUD_CREDENTIALS_URI: `${endpoint}/keys`, HOME: '/nonexistent'};
  const store = alicloudStore({kind: 'alicloud', region: 'cn-hangzhou', endpoint: 'https://127.0.0.1:9'}, {env});
  expect(await store.fetch({name: ['db']})).toMatchObject({
    because: expect.stringContaining('the response has more than 1048576 bytes'),
  });
  expect(taken[0]).toBeLessThan(16 * 1024 * 1024);
});
