import {execFileSync} from 'node:child_process';
import {mkdir, symlink, truncate, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {envStore} from '../../src/adapters/local/secret-store/env-store.ts';
import {execStore} from '../../src/adapters/local/secret-store/exec-store.ts';
import {fileStore} from '../../src/adapters/local/secret-store/file-store.ts';
import {sopsStore} from '../../src/adapters/sops/secret-store/sops-store.ts';
import type {SecretStore} from '../../src/ports/secret-store.ts';
import {readSecret, textOf} from '../rig/read-secret.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {sopsFile} from '../rig/sops-file.ts';
import {mapStoreContract} from './map-store.ts';
import {secretStoreContract} from './secret-store.ts';

secretStoreContract('env', async (secrets) => envStore({env: secrets, prefix: ''}));
secretStoreContract('env with a prefix', async (secrets) => {
  const env = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`CI_${name}`, value]));
  return envStore({env, prefix: 'CI_'});
});
secretStoreContract('file', async (secrets) => {
  const directory = await scratchDirectory();
  for (const [name, value] of Object.entries(secrets)) await writeFile(join(directory, name), value);
  return fileStore({path: directory});
});

secretStoreContract('file (dotenv)', async (secrets) => {
  const path = join(await scratchDirectory(), '.env');
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  await writeFile(path, `${lines.join('\n')}\n`);
  return fileStore({path});
});
secretStoreContract(
  'exec',
  async (secrets) => {
    const path = join(await scratchDirectory(), 'secrets.json');
    await writeFile(path, JSON.stringify(secrets));
    const program = `const {name, version} = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
    const all = JSON.parse(require('node:fs').readFileSync(process.argv[1], 'utf8'));
    console.log(JSON.stringify(version === null ? (all[name] ?? null) : null));`;
    const command = [process.execPath, '-e', program, path];
    return execStore({kind: 'exec', command, env: {}, timeoutSeconds: 30}, {env: process.env});
  },
  {versions: true},
);

async function openSops(values: Parameters<typeof sopsFile>[0]): Promise<SecretStore> {
  const directory = await scratchDirectory();
  const {text, key} = await sopsFile(values);
  await writeFile(join(directory, 'all.json'), text);
  return sopsStore({kind: 'sops', path: join(directory, 'all.json')}, {env: {HOME: directory, SOPS_AGE_KEY: key}});
}
secretStoreContract('sops', openSops);
mapStoreContract('sops', openSops);

mapStoreContract('file', async (secrets) => {
  const directory = await scratchDirectory();
  for (const [secret, data] of Object.entries(secrets)) await writeFile(join(directory, secret), JSON.stringify(data));
  return fileStore({path: directory});
});

describe.each(['one file', 'a directory of files'])('files: %s', (shape) => {
  const places = async () => {
    const directory = await scratchDirectory();
    const file = join(directory, 'TOKEN');
    const path = shape === 'one file' ? file : directory;
    const {key} = await sopsFile({});
    return {
      file,
      stores: [fileStore({path}), sopsStore({kind: 'sops', path}, {env: {HOME: directory, SOPS_AGE_KEY: key}})],
    };
  };

  it('a pipe is refused, and not waited for', async () => {
    const {file, stores} = await places();
    execFileSync('mkfifo', [file]);
    for (const store of stores)
      expect(await readSecret(store, 'ref://TOKEN')).toMatchObject({
        because: expect.stringContaining('is not a regular file'),
      });
  });

  it('one of more than 16 MiB is refused', async () => {
    const {file, stores} = await places();
    await writeFile(file, '');
    await truncate(file, 16 * 2 ** 20 + 1);
    for (const store of stores)
      expect(await readSecret(store, 'ref://TOKEN')).toMatchObject({
        because: expect.stringContaining('is larger than 16 MiB'),
      });
  });
});

describe('environment variables', () => {
  const store = (env: Readonly<Record<string, string>>): SecretStore => envStore({env, prefix: 'CI_'});

  it.each([
    {
      name: 'characters that a shell does not allow become _',
      env: {CI_orders_db: 'a'},
      uri: 'ref://orders-db',
      want: 'a',
    },
    {name: 'the same for a variable with JSON', env: {CI_tls_crt: '{"k-1": "a"}'}, uri: 'ref://tls.crt/k-1', want: 'a'},
    {name: 'the exact name wins', env: {CI_a_b: 'x', 'CI_a-b': 'a'}, uri: 'ref://a-b', want: 'a'},
    {
      name: 'a name is never cut',
      env: {CI_a: 'x'},
      uri: 'ref://a-b',
      want: 'the environment variable CI_a_b is not set (secret store env (prefix CI_))',
    },
  ])('a secret is found by a variable name that a shell allows: $name', async ({env, uri, want}) =>
    expect(await textOf(store(env), uri)).toBe(want),
  );

  it('a missing variable is reported with the form of a reference to a property', async () =>
    expect(await readSecret(store({}), 'ref://orders-db/password')).toEqual({
      because:
        'orders-db/password is not a valid name of an environment variable, and the environment variable CI_orders_db is not set (secret store env (prefix CI_))',
      hint: 'Write ref://NAME in this store, or ref://NAME/property for a property of a JSON value.',
    }));
});

describe('a file of NAME=value lines', () => {
  const said = async (text: string, uri = 'ref://A'): Promise<string> => {
    const path = join(await scratchDirectory(), '.env');
    await writeFile(path, text);
    return textOf(fileStore({path}), uri);
  };

  it.each([
    {name: 'a plain value', text: 'A=x', want: 'x'},
    {name: 'blanks around it', text: '  A =  x y  \nB=z', want: 'x y'},
    {name: 'export', text: 'export A=x', want: 'x'},
    {name: 'comments', text: '# A=no\n\nA=x # why\n', want: 'x'},
    {name: 'Windows line ends, and a byte order mark', text: '\uFEFFA=x\r\nB=y\r\n', want: 'x'},
    {name: 'single quotes as they are', text: "A='x\\n$B # \"' # c", want: 'x\\n$B # "'},
    {name: 'double quotes with escapes', text: String.raw`A="x\n\"y\" \$B \d"`, want: 'x\n"y" $B \\d'},
    {name: 'quotes over lines', text: 'A="one\ntwo"\nB=y', want: 'one\ntwo'},
    {name: 'backticks', text: 'A=`x"\'y`', want: 'x"\'y'},
    {name: 'an equals sign', text: 'A=x=y==', want: 'x=y=='},
    {name: 'no interpolation', text: 'B=no\nA=x$B${B}', want: 'x$B${B}'},
  ])('a file of NAME=value lines has the usual syntax: $name', async ({text, want}) =>
    expect(await said(text)).toBe(want),
  );

  it.each([
    {name: 'a repeated name', text: 'A=canary\nB=y\nA=z', says: 'in lines 1 and 3'},
    {name: 'an empty value', text: 'A=\nB=canary', says: 'is empty'},
    {name: 'a line without an equals sign', text: 'A=x\ncanary', says: 'line 2 of'},
    {name: 'an unclosed quote', text: 'A="canary', says: 'is not closed'},
    {name: 'a text after a quote', text: "A='canary'b", says: 'follows the closing quote'},
    {name: 'a # in a word', text: 'A=canary#b', says: 'put the value in quotes'},
    {name: 'a missing name', text: 'B=canary', says: 'A does not exist in'},
  ])('a problem is reported without the value: $name', async ({text, says}) => {
    const answer = await said(text);
    expect(answer).toContain(says);
    expect(answer).not.toContain('canary');
  });
});

describe('a directory of secrets', () => {
  it.each([
    {name: 'one newline at the end', content: 'a\n', want: 'a'},
    {name: 'one Windows newline at the end', content: 'a\r\n', want: 'a'},
    {name: 'only one of two newlines', content: 'a\n\n', want: 'a\n'},
  ])('a read from a directory removes $name', async ({content, want}) => {
    const directory = await scratchDirectory();
    await writeFile(join(directory, 'x'), content);
    expect(await textOf(fileStore({path: directory}), 'ref://x')).toBe(want);
  });

  it('a directory of secrets contains directories, YAML, and the links of a mounted Secret', async () => {
    const directory = await scratchDirectory();
    await mkdir(join(directory, 'clusters', 'prod'), {recursive: true});
    await mkdir(join(directory, '..data'));
    await writeFile(join(directory, 'clusters', 'prod', 'kubeconfig'), 'deep');
    await writeFile(join(directory, 'db'), 'user: app\npassword: "p"\n');
    await writeFile(join(directory, '..data', 'token'), 'linked');
    await symlink(join('..data', 'token'), join(directory, 'token'));
    const store = fileStore({path: directory});
    expect(await textOf(store, 'ref://clusters/prod/kubeconfig')).toBe('deep');
    expect(await textOf(store, 'ref://db/password')).toBe('p');
    expect(await textOf(store, 'ref://token')).toBe('linked');
  });

  it('a reference outside of the directory is refused, with dots or through a link', async () => {
    const root = await scratchDirectory();
    const directory = join(root, 'secrets');
    await mkdir(directory);
    await writeFile(join(root, 'outside'), 'canary');
    await symlink(join(root, 'outside'), join(directory, 'link'));
    await symlink(root, join(directory, 'up'));
    const store = fileStore({path: directory});
    for (const uri of ['ref://../outside', 'ref://./../outside', 'ref://link', 'ref://up/outside', 'ref://a\\..\\b'])
      expect(await textOf(store, uri)).toMatch(/points outside of the directory/);
  });

  it('a binary file and a missing directory are reported', async () => {
    const directory = await scratchDirectory();
    await writeFile(join(directory, 'binary'), Buffer.from([0xff, 0xfe, 0x00]));
    await mkdir(join(directory, 'empty'));
    expect(await textOf(fileStore({path: directory}), 'ref://binary')).toContain('not UTF-8 text');
    const bytes = await readSecret(fileStore({path: directory}), 'ref://binary', {bytes: true});
    expect('value' in bytes && bytes.value.base64()).toBe(Buffer.from([0xff, 0xfe, 0x00]).toString('base64'));
    expect(await textOf(fileStore({path: directory}), 'ref://empty')).toContain('does not exist');
    expect(await textOf(fileStore({path: join(directory, 'no')}), 'ref://x')).toContain('does not exist');
  });
});
