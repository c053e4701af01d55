import {describe, expect, it} from 'vitest';
import {createRedactor, redactIn} from '../../../../src/core/secret/redactor.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import {environmentValues, plaintextValues} from '../../../../src/core/workspace/plaintext-values.ts';

const knowing = (...values: readonly (string | Uint8Array)[]) => {
  const redactor = createRedactor();
  redactor.add(values.map((value) => new Secret(value)));
  return redactor;
};

const PEM = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n-----END PRIVATE KEY-----\n';

describe('a redactor with known secrets', () => {
  it.each([
    {what: 'a value', value: 's3cr3t-value', said: 'it was s3cr3t-value', seen: 'it was ***'},
    {what: 'a value in base64', value: 's3cr3t-value', said: btoa('s3cr3t-value'), seen: '***'},
    {what: 'a line of a key', value: PEM, said: 'near MIIEvQIBADANBgkqhkiG9w0B', seen: 'near ***'},
    {what: 'bytes', value: Uint8Array.from([255, 0, 254, 1, 2, 3, 4]), said: '/wD+AQIDBA==', seen: '***'},
    {
      what: 'the key in credentials that are JSON',
      value: JSON.stringify({type: 'service_account', private_key: PEM, token: 'abcdefgh'}, null, 2),
      said: 'MIIEvQIBADANBgkqhkiG9w0B abcdefgh service_account',
      seen: '*** *** service_account',
    },
  ])('the redactor removes $what', ({value, said, seen}) => {
    expect(knowing(value).redact(said)).toBe(seen);
  });

  it('short values and the lines of a structured file are not redacted', () => {
    const redactor = knowing('eu-west', 'apiVersion: v1\nkind: Config\ncurrent-context: production\n');
    expect(redactor.redact('eu-west kind: Config current-context: production')).toContain(
      'current-context: production',
    );
    expect(redactor.all()).toEqual([]);
  });

  it('the redactor removes secrets that are added later', () => {
    const redactor = knowing('the first one');
    expect(redactor.redact('the first one, the second one')).toBe('***, the second one');
    redactor.add([new Secret('the second one')]);
    expect(redactor.redact('the first one, the second one')).toBe('***, ***');
  });

  it('the redactor removes secrets from all texts of a failure except its codes, at any depth', () => {
    const {redact} = knowing('apply/partial');
    const at = new Date(0);
    const failure = {code: 'apply/partial', causes: [{code: 'x', detail: 'apply/partial'}], at, count: 1};
    expect(redactIn(failure, redact)).toEqual({...failure, causes: [{code: 'x', detail: '***'}]});
  });
});

describe('the credentials in plain text', () => {
  const revealed = (secrets: readonly Secret[]) => secrets.map((secret) => secret.reveal());

  it('the plaintext credentials of a workspace are its masked values and the passwords in its URLs', () => {
    const context = {AWS_REGION: 'eu', AWS_SECRET_ACCESS_KEY: 'k', A_TOKEN: 'ref://a/b', PROXY: 'http://me:pass@host'};
    expect(revealed(plaintextValues(context))).toEqual(['k', 'http://me:pass@host', 'pass']);
  });

  it('the plaintext credentials of the environment exclude names of files, sockets and login methods', () => {
    const env = {
      VAULT_TOKEN: 't',
      GITHUB_TOKEN: 'g',
      SSH_AUTH_SOCK: '/tmp/agent',
      VAULT_TOKEN_FILE: '/f',
      GOOGLE_APPLICATION_CREDENTIALS: '/sa.json',
      GOOGLE_CREDENTIALS: '/sa.json',
      AUTH_METHOD: 'password',
      HOME: '/root',
      PWD: '/home/me/shop',
      GIT_AUTHOR_NAME: 'Grace Hopper',
      DB_SECRET_NAME: 'database',
      OLDPWD: '/home/me/My Documents',
      GNOME_KEYRING_CONTROL: '/run/user/1000/keyring',
      UNSET: undefined,
    };
    expect(revealed(environmentValues(env))).toEqual(['t', 'g']);
  });
});
