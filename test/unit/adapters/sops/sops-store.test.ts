import {copyFile, mkdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {sopsStore} from '../../../../src/adapters/sops/secret-store/sops-store.ts';
import type {SecretStore} from '../../../../src/ports/secret-store.ts';
import {readSecret, textOf} from '../../../rig/read-secret.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

// Made by sops 3.13.3 itself: test/golden/sops/README.md.
const GOLDEN = join(import.meta.dirname, '..', '..', '..', 'golden', 'sops');
const golden = (name: string): string => join(GOLDEN, name);
const ALICE = 'age1qpy9p0mkqmk2ghdu0zvpm32hap54pzv4na5wazxszuam6fre9vrshar8jy';
const BOB = 'age1vmqkugrxrrtnv5ver567qweafvgpsrdkgz8ep8lzj5m3r2krxpcsdr69gl';

const store = (name: string, who: 'alice' | 'bob' = 'alice'): SecretStore =>
  sopsStore({kind: 'sops', path: golden(name), keyFile: golden(`${who}.txt`)}, {env: {}});

describe('a file that sops has encrypted', () => {
  it.each([
    {file: 'app.yaml', uri: 'ref://db/user', want: 'app'},
    {file: 'app.yaml', uri: 'ref://db/password', want: 'p-ä"\\ss'},
    {file: 'app.yaml', uri: 'ref://db/port', want: '5432'},
    {file: 'app.yaml', uri: 'ref://db/ratio', want: '0.25'},
    {file: 'app.yaml', uri: 'ref://db/tls', want: 'true'},
    {file: 'app.yaml', uri: 'ref://db/off', want: 'false'},
    {file: 'app.yaml', uri: 'ref://db/since', want: '2001-12-14T00:00:00Z'},
    {file: 'app.yaml', uri: 'ref://db/certificate', want: 'line one\nline two\n'},
    {file: 'app.yaml', uri: 'ref://10', want: 'ten'},
    {file: 'app.yaml', uri: 'ref://dotted.key', want: 'dots'},
    {file: 'app.yaml', uri: 'ref://a:b', want: 'colon'},
    {file: 'app.yaml', uri: 'ref://users/0.name', want: 'ada'},
    {file: 'app.yaml', uri: 'ref://hosts', want: '["one","two"]'},
    {file: 'app.yaml', uri: 'ref://users', want: '[{"name":"ada","key":"k1"},{"name":"bob","key":"k2"}]'},
    {file: 'app.yaml', uri: 'ref://big', want: '12345678901234567890'},
    {file: 'app.json', uri: 'ref://b/token', want: 't-1'},
    {file: 'app.json', uri: 'ref://b/list.2.y', want: 'z'},
    {file: 'app.json', uri: 'ref://b/n', want: '1.5'},
    {file: 'app.env', uri: 'ref://TOKEN', want: 't-1'},
    {file: 'app.env', uri: 'ref://URL', want: 'pg://a=b@c'},
    {file: 'app.env', uri: 'ref://MULTI', want: 'one\ntwo'},
    {file: 'regex.yaml', uri: 'ref://data/password', want: 'aGVsbG8='},
    {file: 'regex.yaml', uri: 'ref://metadata/name', want: 'db'},
    {file: 'only-encrypted.yaml', uri: 'ref://data/password', want: 'aGVsbG8='},
    {file: 'suffix.yaml', uri: 'ref://token', want: 't-1'},
    {file: 'suffix.yaml', uri: 'ref://port_unencrypted', want: '80'},
  ])('$file gives $uri', async ({file, uri, want}) => expect(await textOf(store(file), uri)).toEqual(want));

  it.each(['alice', 'bob'] as const)('a keystore is opened by each of its recipients: %s', async (who) => {
    const answer = await readSecret(inDirectory(who), 'ref://keystore.jks', {bytes: true});
    if (!('value' in answer)) throw new Error(answer.because);
    expect(answer.value.base64()).toBe(Buffer.from(Array.from({length: 256}, (_, i) => i)).toString('base64'));
  });

  const inDirectory = (who: 'alice' | 'bob'): SecretStore =>
    sopsStore({kind: 'sops', path: GOLDEN, keyFile: golden(`${who}.txt`)}, {env: {}});

  it.each([
    {uri: 'ref://app.yaml/db.user', want: 'app'},
    {uri: 'ref://app.yaml/db/user', want: 'app'},
    {uri: 'ref://suffix/token', want: 't-1'},
    {uri: 'ref://app/db.user', want: expect.stringContaining('several files have that name')},
    {uri: 'ref://none/user', want: expect.stringContaining('does not exist')},
    {uri: 'ref://suffix/none', want: expect.stringContaining('its value has no property none')},
    {uri: 'ref://../sops/suffix/token', want: expect.stringContaining('points outside of the directory')},
  ])('an encrypted file is found in its directory: $uri', async ({uri, want}) =>
    expect(await textOf(inDirectory('alice'), uri)).toEqual(want),
  );

  it('an encrypted text is decrypted unchanged, and the error names who can decrypt it', async () => {
    expect(await textOf(inDirectory('bob'), 'ref://kubeconfig')).toBe('apiVersion: v1\nkind: Config\n');
    const refused = await textOf(inDirectory('alice'), 'ref://kubeconfig');
    expect(refused).toContain(`it is encrypted for ${BOB}, and none of your keys decrypts it: ${ALICE}`);
  });

  it.each([
    {name: 'an empty value', file: 'app.yaml', uri: 'ref://db/empty', says: 'its property empty is empty'},
    {name: 'no value', file: 'app.yaml', uri: 'ref://db/none', says: 'no property none'},
    {name: 'no such key', file: 'app.yaml', uri: 'ref://nothing', says: 'has no nothing'},
    {name: 'a version', file: 'app.yaml', uri: 'ref://db/user?version=2', says: 'no versions'},
    {name: 'a split key', file: 'groups.yaml', uri: 'ref://token', says: 'several groups'},
    {name: 'a plain file', file: 'README.md', uri: 'ref://data', says: 'is not encrypted by sops'},
  ])('an error explains the file: $name', async ({file, uri, says}) =>
    expect(await textOf(store(file), uri)).toContain(says),
  );

  it.each([
    {name: 'a value that is moved', from: 'user:', to: 'usr:'},
    {name: 'a value that is added', from: 'dotted.key:', to: 'added: plain\ndotted.key:'},
    {name: 'a value that is taken away', from: /hosts:\n.*\n.*\n/, to: ''},
    {name: 'an order that is another', from: /("10": .*\n)("2": .*\n)/, to: '$2$1'},
    {name: 'another time', from: 'lastmodified: "2026', to: 'lastmodified: "2025'},
    {name: 'a value without encryption', from: /^big: .*$/m, to: 'big: 5'},
  ])('an encrypted file with $name is not trusted', async ({from, to}) => {
    const path = join(await scratchDirectory(), 'app.yaml');
    const text = await readFile(golden('app.yaml'), 'utf8');
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    await writeFile(path, changed);
    const answer = await textOf(
      sopsStore({kind: 'sops', path, keyFile: golden('alice.txt')}, {env: {}}),
      'ref://db/user',
    );
    expect(answer).toMatch(/cannot be decrypted|must be|changed after it was written/);
  });

  it('a link out of the directory is refused', async () => {
    const root = await scratchDirectory();
    await mkdir(join(root, 'in'));
    await copyFile(golden('suffix.yaml'), join(root, 'suffix.yaml'));
    await symlink('../suffix.yaml', join(root, 'in', 'suffix.yaml'));
    const linked = sopsStore({kind: 'sops', path: join(root, 'in'), keyFile: golden('alice.txt')}, {env: {}});
    expect(await textOf(linked, 'ref://suffix/token')).toContain('points outside of the directory');
  });
});

describe('age keys', () => {
  const opens = async (env: Readonly<Record<string, string>>): Promise<string> =>
    textOf(sopsStore({kind: 'sops', path: golden('suffix.yaml')}, {env}), 'ref://token');
  const secretKey = async () => (await readFile(golden('alice.txt'), 'utf8')).split('\n')[2] ?? '';

  it('age keys are found where sops finds them', async () => {
    const home = await scratchDirectory();
    expect(await opens({HOME: home})).toContain(`encrypted for ${ALICE}, but no age key was found`);
    expect(await opens({HOME: home, SOPS_AGE_KEY: await secretKey()})).toBe('t-1');
    expect(await opens({HOME: home, SOPS_AGE_KEY_FILE: golden('alice.txt')})).toBe('t-1');
    await mkdir(join(home, 'config', 'sops', 'age'), {recursive: true});
    await copyFile(golden('alice.txt'), join(home, 'config', 'sops', 'age', 'keys.txt'));
    expect(await opens({HOME: home, XDG_CONFIG_HOME: join(home, 'config')})).toBe('t-1');
  });

  it('a missing key file and an invalid key have different errors', async () => {
    const HOME = await scratchDirectory();
    expect(await opens({HOME, SOPS_AGE_KEY_FILE: join(HOME, 'none')})).toContain('none cannot be read (ENOENT)');
    const broken = (await secretKey()).slice(0, -1);
    const answer = await opens({HOME, SOPS_AGE_KEY: broken});
    expect(answer).toContain('is not an age key');
    expect(answer).not.toContain(broken);
  });
});
