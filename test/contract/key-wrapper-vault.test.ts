import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {transitDescriptor} from '../../src/adapters/vault/key-wrapper/transit-descriptor.ts';
import {vaultDouble} from '../rig/doubles/vault.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {depsWith, keyWrapperContract, wrapped} from './key-wrapper.ts';

async function transit() {
  const double = await vaultDouble();
  double.engines.set('transit', {type: 'transit', keys: {shop: {name: 'shop'}, other: {name: 'other'}}});
  double.tokens.set('hvs.canary', ['']);
  const caFile = join(await scratchDirectory(), 'ca.pem');
  await writeFile(caFile, double.ca);
  const open = (key: string, path = 'transit') =>
    transitDescriptor.open(
      {kind: 'vault', server: double.url, key, path, caFile, auth: {method: 'environment'}},
      depsWith({VAULT_TOKEN: 'hvs.canary'}),
    );
  return {double, open};
}

keyWrapperContract('vault (a double)', async () => {
  const {double, open} = await transit();
  return {
    wrapper: open('shop'),
    other: open('other'),
    missing: open('none'),
    states: {
      denied: () => void double.tokens.set('hvs.canary', ['secret/']),
      away: () => void (double.interfere = () => 'cut'),
    },
    asked: () => double.asked.length,
  };
}, ['denied', 'away']);

it('requests to the transit engine have the form of its documentation', async () => {
  const {double, open} = await transit();
  const {key, stored} = await wrapped(open('shop'));
  await open('shop').unwrap(stored);
  expect(stored.wrapped).toMatch(/^vault:v1:[\w+/]+=*$/);
  const headers = {'x-vault-token': 'hvs.canary', 'x-vault-request': 'true'};
  expect(double.asked).toMatchObject([
    {method: 'POST', path: '/v1/transit/encrypt/shop', headers},
    {method: 'POST', path: '/v1/transit/decrypt/shop', headers, body: JSON.stringify({ciphertext: stored.wrapped})},
  ]);
  expect(JSON.parse(double.asked[0]?.body ?? '')).toEqual({plaintext: Buffer.from(key.reveal()).toString('base64')});
});

it.each([
  {title: 'a wrong mount', path: 'transits', status: 404, errors: ['no handler for route'], want: /transit engine/},
  {
    title: 'a raised minimum version',
    path: 'transit',
    status: 400,
    errors: ['ciphertext or signature version is disallowed by policy (too old)'],
    want: /no longer decrypts/,
  },
  {title: 'a sealed Vault', path: 'transit', status: 503, errors: ['Vault is sealed'], want: /Vault is sealed/},
])('the transit engine explains $title', async ({path, status, errors, want}) => {
  const {double, open} = await transit();
  const {stored} = await wrapped(open('shop'));
  double.interfere = () => ({status, body: {errors: errors.map((text) => `${text} canary-of-the-message`)}});
  const found = await open('shop', path).unwrap(stored);
  expect(found).toMatchObject({because: expect.stringMatching(want), hint: expect.any(String)});
  expect(JSON.stringify(found)).not.toContain('canary');
});
