import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {parseAgeFile} from '../../../../src/adapters/sops/age/age-file.ts';
import {fromBech32} from '../../../../src/adapters/sops/age/bech32.ts';
import {wrapForEd25519} from '../../../../src/adapters/sops/age/ssh-ed25519.ts';
import {ageDescriptor} from '../../../../src/adapters/sops/key-wrapper/age-descriptor.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import {depsWith} from '../../../contract/key-wrapper.ts';

const FILES = join(import.meta.dirname, '..', '..', '..', 'golden', 'age');
const KEY = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const PASSPHRASE = 'not-secret-at-all';

const text = (name: string): string => readFileSync(join(FILES, name), 'utf8');
const bytes = (name: string): Buffer => readFileSync(join(FILES, name));

type Env = Readonly<Record<string, string>>;

/** Returns the decrypted text of an age file for a user with these variables, or the reason why it cannot be opened. */
async function opened(file: Buffer, env: Env, recipients = [text('ed25519.pub').trim()]): Promise<string> {
  const wrapper = ageDescriptor.open({kind: 'age', recipients}, depsWith(env));
  const found = await wrapper.unwrap({kind: 'age', recipients, wrapped: file.toString('base64')});
  return found instanceof Secret ? found.reveal() : `${found.because}. ${found.hint ?? ''}`;
}

const withKey = (name: string, passphrase?: string): Env => ({
  GANTRY_AGE_KEY_FILE: join(FILES, name),
  ...(passphrase === undefined ? {} : {GANTRY_SSH_PASSPHRASE: passphrase}),
});

const OPEN = ['x25519', 'ed25519', 'rsa', 'rsa-pkcs1'];
const LOCKED = ['ed25519-locked', 'ed25519-cbc', 'ed25519-gcm', 'rsa-locked', 'rsa-pkcs1-locked', 'rsa-pkcs8-locked'];

describe('files that age has made', () => {
  it.each(OPEN)('a file for several recipients is opened by %s', async (name) => {
    expect(await opened(bytes('all.age'), withKey(name))).toBe(KEY);
    // A key may be in the variable itself, as pipelines keep it.
    expect(await opened(bytes('all.age'), {GANTRY_AGE_KEY: text(name)})).toBe(KEY);
  });

  it.each(LOCKED)('%s needs its passphrase, and says so', async (name) => {
    const file = bytes('all.age');
    expect(await opened(file, withKey(name, PASSPHRASE))).toBe(KEY);
    const without = await opened(file, withKey(name));
    expect(without).toMatch(/^the SSH key .*has a passphrase\. Set GANTRY_SSH_PASSPHRASE/);
    expect(without).toContain(name);
    const wrong = await opened(file, withKey(name, 'another'));
    expect(wrong).toMatch(/^the SSH key .*has another passphrase\. Check GANTRY_SSH_PASSPHRASE/);
  });

  it.each([
    {name: 'ed25519-chacha', says: /is encrypted with chacha20-poly1305@openssh.com .*ssh-keygen -p -Z aes256-ctr/},
    {name: 'ecdsa', says: /none of your identities in .*ecdsa opens it/},
    {name: 'no-such-file', says: /cannot be read \(ENOENT\)/},
    {name: 'README.md', says: /no age identity or SSH key was found\. Set GANTRY_AGE_KEY_FILE/},
  ])('$name does not open a file, and the reason is named', async ({name, says}) => {
    expect(await opened(bytes('all.age'), withKey(name, PASSPHRASE))).toMatch(says);
  });

  it('a key that cannot open a file needs no passphrase', async () => {
    expect(await opened(bytes('x25519.age'), {GANTRY_AGE_KEY: `${text('ed25519-locked')}${text('x25519')}`})).toBe(KEY);
    expect(await opened(bytes('x25519.age'), withKey('ed25519-locked'))).toContain('none of your identities');
  });

  it('a changed file is never opened', async () => {
    const file = bytes('x25519.age');
    for (let at = 0; at < file.length; at++) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await opened(changed, withKey('x25519')), `byte ${at}`).not.toBe(KEY);
    }
    for (let end = 0; end < file.length; end++)
      expect(await opened(file.subarray(0, end), withKey('x25519')), `${end} bytes`).not.toBe(KEY);
    expect(await opened(Buffer.concat([file, Buffer.of(0)]), withKey('x25519'))).not.toBe(KEY);
  });

  it('a header with very many parts takes no more time for each of them', () => {
    const parts = 150_000;
    const file = `age-encryption.org/v1\n${'-> a\n\n'.repeat(parts)}--- ${'A'.repeat(43)}\n`;
    expect(parseAgeFile(Buffer.from(file))?.stanzas).toHaveLength(parts);
    expect(parseAgeFile(Buffer.from(file.replace('-> a\n\n', `-> a\n${'A'.repeat(68)}\n\n`)))).toBeUndefined();
  }, 10_000);

  it('a damaged SSH key is refused, and nothing of it is printed', async () => {
    const whole = text('ed25519');
    const lines = whole.split('\n');
    for (const keep of [1, 2, 3, 4]) {
      const cut = [...lines.slice(0, keep), lines[0]?.replace('BEGIN', 'END'), ''].join('\n');
      const said = await opened(bytes('all.age'), {GANTRY_AGE_KEY: cut});
      expect(said).toMatch(/is damaged|no age identity|none of your identities|several keys/);
      for (const line of lines.slice(1, -2)) expect(said).not.toContain(line.slice(0, 20));
    }
  });
});

describe('recipients', () => {
  it('a comment of an SSH key is not a part of the recipient', async () => {
    const recipients = [`${text('ed25519.pub').trim()} anna@laptop`, text('ed25519.pub').trim()];
    expect(await ageDescriptor.resolve({recipients}, {place: (path) => path, secret: () => Promise.reject()})).toEqual({
      kind: 'age',
      recipients: [text('ed25519.pub').trim()],
    });
  });

  it.each([
    {what: 'a cut SSH key', recipient: text('ed25519.pub').trim().slice(0, -8)},
    {what: 'a key of another type', recipient: text('rsa.pub').trim().replace('ssh-rsa', 'ssh-ed25519')},
    {what: 'an age recipient with a typing error', recipient: text('x25519.pub').trim().replace(/.$/, 'q')},
  ])('$what is refused by name', async ({recipient}) => {
    const wrapper = ageDescriptor.open({kind: 'age', recipients: [recipient]}, depsWith({}));
    await expect(wrapper.wrap(new Secret(KEY))).rejects.toMatchObject({
      failure: {code: 'input/usage', message: expect.stringContaining('is not a valid recipient')},
    });
  });

  it('nothing is encrypted for a point without a private key', () => {
    for (const y of [0, 1])
      expect(wrapForEd25519(Buffer.alloc(16), Buffer.of(), Buffer.alloc(32).fill(y, 0, 1))).toBe(undefined);
  });
});

it.each([
  {text: 'A12UEL5L', prefix: 'a', bytes: ''},
  {
    text: 'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
    prefix: 'abcdef',
    bytes: '00443214c74254b635cf84653a56d7c675be77df',
  },
  {text: 'A12UeL5L', prefix: 'a'},
  {text: 'a12uel5l', prefix: 'b'},
  {text: 'a12uel5m', prefix: 'a'},
  {text: 'x1b4n0q5v', prefix: 'x'},
])('bech32 $text', ({text: encoded, prefix, bytes: hex}) => {
  expect(fromBech32(prefix, encoded)?.toString('hex')).toBe(hex);
});
