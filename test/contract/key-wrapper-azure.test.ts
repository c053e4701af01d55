import {generateKeyPairSync} from 'node:crypto';
import {expect, it} from 'vitest';
import {azureKeyDescriptor} from '../../src/adapters/azure/key-wrapper/azure-key-descriptor.ts';
import {azureDouble} from '../rig/doubles/azure.ts';
import {depsWith, keyWrapperContract, wrapped} from './key-wrapper.ts';

const rsa = () => {
  const {privateKey} = generateKeyPairSync('rsa', {modulusLength: 2048});
  return {kty: 'RSA', pem: privateKey.export({format: 'pem', type: 'pkcs8'})};
};
const [FIRST, SECOND] = [rsa(), rsa()];

async function keyVault() {
  const double = await azureDouble();
  double.keys.set('shop', FIRST);
  double.keys.set('other', SECOND);
  const {login, url, ca} = double;
  const env = {
    ARM_CLIENT_ID: login.clientId,
    ARM_CLIENT_SECRET: login.clientSecret,
    ARM_TENANT_ID: login.tenant,
    AZURE_AUTHORITY_HOST: url,
  };
  const open = (key: string, vaultUrl = url) =>
    azureKeyDescriptor.open({kind: 'azureKeyVault', vaultUrl, key}, depsWith(env, ca));
  return {double, open};
}

keyWrapperContract('azureKeyVault (a double)', async () => {
  const {double, open} = await keyVault();
  return {
    wrapper: open('shop'),
    other: open('other'),
    missing: open('none'),
    states: {
      denied: () => void double.keys.set('shop', {...FIRST, denied: true}),
      disabled: () => void double.keys.set('shop', {...FIRST, enabled: false}),
      away: () => void (double.interfere = () => 'cut'),
    },
    asked: () => double.asked.filter(({path}) => path.startsWith('/keys/')).length,
  };
}, ['denied', 'disabled', 'away']);

it('requests to a Key Vault for a key have the form of its documentation', async () => {
  const {double, open} = await keyVault();
  const {key, stored} = await wrapped(open('shop'));
  await open('shop').unwrap(stored);
  const [version, value] = stored.wrapped.split(':');
  const asked = double.asked.filter(({path}) => path.startsWith('/keys/'));
  expect(asked.map(({method, path, query}) => `${method} ${path}?${query.toString()}`)).toEqual([
    'GET /keys/shop?api-version=7.4',
    `POST /keys/shop/${version}/wrapkey?api-version=7.4`,
    `POST /keys/shop/${version}/unwrapkey?api-version=7.4`,
  ]);
  const alg = 'RSA-OAEP-256';
  expect(JSON.parse(asked[1]?.body ?? '')).toEqual({alg, value: Buffer.from(key.reveal()).toString('base64url')});
  expect(JSON.parse(asked[2]?.body ?? '')).toEqual({alg, value});
});

it('a stored document does not choose the path of a request', async () => {
  const {double, open} = await keyVault();
  const {stored} = await wrapped(open('shop'));
  const before = double.asked.length;
  const found = await open('shop').unwrap({...stored, wrapped: `../secrets:${stored.wrapped}`});
  expect(found).toMatchObject({because: expect.stringContaining('unknown form')});
  expect(double.asked).toHaveLength(before);
});
