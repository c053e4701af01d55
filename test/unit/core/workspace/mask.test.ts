import {describe, expect, it} from 'vitest';
import {isSecretName, maskedAddress, maskedObject} from '../../../../src/core/workspace/mask.ts';

describe('names of secrets', () => {
  it.each([
    ['AWS_SECRET_ACCESS_KEY', true],
    ['AWS_ACCESS_KEY_ID', true],
    ['AWS_SESSION_TOKEN', true],
    ['ALICLOUD_ACCESS_KEY', true],
    ['ARM_CLIENT_SECRET', true],
    ['GOOGLE_CREDENTIALS', true],
    ['db_password', true],
    ['kubeconfig_content', true],
    ['KUBECONFIG_CONTENT', true],
    ['ARM_CLIENT_ID', false],
    ['AWS_REGION', false],
    ['AWS_WEB_IDENTITY_TOKEN_FILE', false],
    ['GOOGLE_CLOUD_CREDENTIALS_PATH', false],
    ['kubeconfig_path', false],
    ['key', false],
    ['code', true],
    ['auth_code', true],
    ['country_code', false],
    ['device-code', true],
    ['sig', true],
    ['X_Signature', true],
    ['encoder', false],
    ['zipcode', false],
    ['design', false],
    ['team', false],
  ])('the name %s is that of a secret: %s', (name, want) => expect(isSecretName(name)).toBe(want));
});

it('masks what may be a secret at any depth, and leaves references', () => {
  const masked = maskedObject({
    name: 'prod',
    context: {
      kubeconfig_content: 'canary',
      AWS_SECRET_ACCESS_KEY: 'canary',
      AWS_ACCESS_KEY_ID: 'ref://aws/id',
      PORT_TOKEN: 17,
      url: 'https://user:canary@host/',
      pem: '-----BEGIN PRIVATE KEY-----canary',
      nested: {tokens: ['canary', 'canary'], plain: [1]},
      kubeconfig_secret: {name: 'n', key: 'admin.conf'},
    },
  });
  expect(JSON.stringify(masked)).not.toContain('canary');
  expect(masked).toEqual({
    name: 'prod',
    context: {
      kubeconfig_content: '***',
      AWS_SECRET_ACCESS_KEY: '***',
      AWS_ACCESS_KEY_ID: 'ref://aws/id',
      PORT_TOKEN: '***',
      url: '***',
      pem: '***',
      nested: {tokens: ['***', '***'], plain: [1]},
      kubeconfig_secret: {name: 'n', key: 'admin.conf'},
    },
  });
});

describe('an address as it may be shown', () => {
  it.each([
    ['https://host/file?code=canary', 'https://host/file?code=***'],
    ['https://host/file?a=1&key=canary&b=2', 'https://host/file?a=1&key=***&b=2'],
    ['https://host/file?api_key=canary#access_token=canary', 'https://host/file?api_key=***#access_token=***'],
    ['https://user:canary@host/?sig=canary', 'https://***@host/?sig=***'],
    [
      'cannot read "https://host/?code=canary" failed, see https://host/?key=canary.',
      'cannot read "https://host/?code=***" failed, see https://host/?key=***',
    ],
    ['GET https://host/?page=2', 'GET https://host/?page=2'],
    ['no address: ?code=plain', 'no address: ?code=plain'],
  ])('%s', (text, want) => expect(maskedAddress(text)).toBe(want));

  it('an address is masked in linear time', () => {
    const text = `${'a'.repeat(200_000)}://`;
    const begin = performance.now();
    maskedAddress(text);
    expect(performance.now() - begin).toBeLessThan(2_000);
  });
});
