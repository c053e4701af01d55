import {expect, it} from 'vitest';
import {gcpKmsDescriptor} from '../../src/adapters/gcp/key-wrapper/gcp-kms-descriptor.ts';
import {crc32c} from '../../src/adapters/gcp/login/crc32c.ts';
import {gcpDouble} from '../rig/doubles/gcp.ts';
import {depsWith, keyWrapperContract, wrapped} from './key-wrapper.ts';

const nameOf = (key: string): string => `projects/my-project/locations/global/keyRings/ring/cryptoKeys/${key}`;

async function kms() {
  const double = await gcpDouble();
  const key = {name: 'shop', disabled: false};
  double.keys.set(nameOf('shop'), key);
  double.keys.set(nameOf('other'), {name: 'other'});
  double.tokens.add('canary');
  const open = (name: string) =>
    gcpKmsDescriptor.open(
      {kind: 'gcpKms', key: nameOf(name), endpoint: double.url},
      depsWith({GOOGLE_OAUTH_ACCESS_TOKEN: 'canary'}, double.ca),
    );
  return {double, open, key};
}

keyWrapperContract('gcpKms (a double)', async () => {
  const {double, open, key} = await kms();
  return {
    wrapper: open('shop'),
    other: open('other'),
    missing: open('none'),
    states: {
      denied: () => void double.keys.set(nameOf('shop'), {name: 'shop', use: 'denied'}),
      disabled: () => void (key.disabled = true),
      away: () => void (double.interfere = () => 'cut'),
    },
    asked: () => double.asked.length,
  };
}, ['denied', 'disabled', 'away']);

it('requests to Cloud KMS have the form of its documentation', async () => {
  const {double, open} = await kms();
  const {key, stored} = await wrapped(open('shop'));
  await open('shop').unwrap(stored);
  const use = Buffer.from('gantry.dev/data-key');
  const common = {
    additionalAuthenticatedData: use.toString('base64'),
    additionalAuthenticatedDataCrc32c: String(crc32c(use)),
  };
  const plain = Buffer.from(key.reveal());
  const sealed = Buffer.from(stored.wrapped, 'base64');
  expect(double.asked.map(({method, path, body}) => ({method, path, body: JSON.parse(body) as unknown}))).toEqual([
    {
      method: 'POST',
      path: `/v1/${nameOf('shop')}:encrypt`,
      body: {...common, plaintext: plain.toString('base64'), plaintextCrc32c: String(crc32c(plain))},
    },
    {
      method: 'POST',
      path: `/v1/${nameOf('shop')}:decrypt`,
      body: {...common, ciphertext: stored.wrapped, ciphertextCrc32c: String(crc32c(sealed))},
    },
  ]);
});

it('a plaintext of Cloud KMS whose checksum is wrong is not used', async () => {
  const {double, open} = await kms();
  const {stored} = await wrapped(open('shop'));
  double.interfere = () => ({status: 200, body: {plaintext: 'eA==', plaintextCrc32c: '1'}});
  expect(await open('shop').unwrap(stored)).toMatchObject({because: expect.stringContaining('checksum')});
});

it('a key that is not a name of Cloud KMS gets no request', async () => {
  const {double} = await kms();
  const config = {kind: 'gcpKms', key: 'projects/p/../../x', endpoint: double.url} as const;
  const wrapper = gcpKmsDescriptor.open(config, depsWith({GOOGLE_OAUTH_ACCESS_TOKEN: 'canary'}, double.ca));
  await expect(wrapped(wrapper)).rejects.toThrow('is not the name of a key in Cloud KMS');
  expect(double.asked).toEqual([]);
});
