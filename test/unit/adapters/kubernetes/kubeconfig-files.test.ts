import {mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {load, loadAll} from 'js-yaml';
import {describe, expect, it, onTestFinished} from 'vitest';
import {kubeconfigFiles} from '../../../../src/adapters/kubernetes/kubeconfig-files/kubeconfig-files.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import {failureOf} from '../../app/workspace/rig.ts';

const flat = (server = 'https://prod') => ({
  text: new Secret(
    `apiVersion: v1\nkind: Config\nclusters: [{name: c, cluster: {server: "${server}"}}]\ncontexts: [{name: x, context: {cluster: c, user: u, namespace: shop}}]\nusers: [{name: u, user: {token: t, as: anna}}]\ncurrent-context: x\n`,
  ),
  contextName: 'x',
  server,
});
const files = kubeconfigFiles();
const named = (server?: string) => files.adapt(flat(server), {name: 'gantry-prod'});

async function fileWith(text?: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'gantry-kubeconfig-'));
  onTestFinished(() => rm(directory, {recursive: true, force: true}));
  if (text !== undefined) await writeFile(join(directory, 'config'), text, {mode: 0o644});
  return join(directory, 'config');
}

const LIKE_KUBECTL = `apiVersion: v1
clusters:
- cluster:
    server: https://dev
  name: dev
contexts:
- context:
    cluster: dev
    user: dev
  name: dev
current-context: dev
kind: Config
preferences: {}
users:
- name: dev
  user:
    token: abc
`;
const INDENTED = `# by hand
kind: Config
apiVersion: v1
users:            # people
  # the one
  - {name: dev, user: {token: "a#b"}} # inline
clusters:
  - name: dev
    cluster: {server: "https://dev"}

  # the end of the clusters
contexts: []
`;

/** As kubectl reads it, and YAML 1.2 does not. */
const LIKE_LIBYAML = `kind: Config
clusters:
- name: dev
  cluster: {server: "https://dev",
  insecure-skip-tls-verify: yes # a lab
  }
users: [] # nobody
contexts:
- name: dev
  context: {cluster: dev}
`;

describe('a context joins a kubeconfig', () => {
  it.each([
    {name: 'as kubectl writes it', text: LIKE_KUBECTL, rewritten: false},
    {name: 'with comments and indents', text: INDENTED, rewritten: false},
    {name: 'that is empty', text: '', rewritten: false},
    {name: 'that does not exist', text: undefined, rewritten: false},
    {name: 'in JSON', text: '{"apiVersion": "v1", "kind": "Config", "users": []}', rewritten: false},
    {name: 'without a line end', text: LIKE_KUBECTL.trimEnd(), rewritten: false},
    {name: 'with only empty lists', text: 'clusters: null\ncontexts: [] # none\nusers:\n', rewritten: false},
  ])('a kubeconfig $name keeps its other entries when a context is added and removed', async ({text, rewritten}) => {
    const file = await fileWith(text);
    const before = (loadAll(text ?? '')[0] ?? {}) as Record<string, unknown[] | undefined>;
    expect(await files.merge(file, named(), false)).toMatchObject({change: 'added', rewritten});
    const after = load(await readFile(file, 'utf8')) as Record<string, unknown[]>;
    for (const list of ['clusters', 'contexts', 'users'])
      expect(after[list]).toEqual([...(before[list] ?? []), expect.objectContaining({name: 'gantry-prod'})]);
    expect(after['current-context']).toEqual(before['current-context']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const once = await readFile(file, 'utf8');
    expect(await files.merge(file, named(), false)).toMatchObject({change: 'unchanged'});
    expect(await readFile(file, 'utf8')).toBe(once);
    expect(await files.unmerge(file, 'gantry-prod')).toMatchObject({removed: true, wasCurrent: false});
    const left = load(await readFile(file, 'utf8')) as Record<string, unknown[]>;
    for (const list of ['clusters', 'contexts', 'users']) expect(left[list] ?? []).toEqual(before[list] ?? []);
    if (!rewritten && text?.startsWith('apiVersion') === true)
      expect(once).toContain('current-context: dev\nkind: Config\npreferences: {}\n');
    expect(await readdir(join(file, '..'))).toEqual(['config']);
  });

  it.each([
    {name: 'written by hand', text: INDENTED},
    {name: 'with brackets at the column of their key', text: LIKE_LIBYAML},
  ])('a merge into a kubeconfig $name changes only its own lines and keeps comments', async ({text}) => {
    const file = await fileWith(text);
    expect(await files.merge(file, named(), false)).toMatchObject({rewritten: false});
    const merged = await readFile(file, 'utf8');
    for (const line of text.split('\n').filter((one) => !one.includes(': []'))) expect(merged).toContain(line);
    expect(await files.merge(file, named('https://moved'), false)).toMatchObject({
      change: 'replaced',
      rewritten: false,
    });
    expect(await readFile(file, 'utf8')).toBe(merged.replace('https://prod', 'https://moved'));
  });

  it('a context becomes current only on request, and its removal leaves no current context', async () => {
    const file = await fileWith(LIKE_KUBECTL);
    expect(await files.merge(file, named(), false)).toMatchObject({current: 'dev'});
    expect(await files.merge(file, named(), true)).toMatchObject({current: 'gantry-prod', rewritten: false});
    expect(await files.unmerge(file, 'gantry-prod')).toMatchObject({wasCurrent: true});
    expect(load(await readFile(file, 'utf8'))).toMatchObject({'current-context': ''});
  });

  it('a merge into a symbolic link keeps the link', async () => {
    const target = await fileWith(LIKE_KUBECTL);
    const link = join(target, '..', 'link');
    await symlink('config', link);
    await files.merge(link, named(), false);
    expect(await readlink(link)).toBe('config');
    expect(await readFile(target, 'utf8')).toContain('gantry-prod');
  });

  it.each([
    {name: 'a file that is not YAML', text: 'a: [', says: 'not YAML'},
    {name: 'a file of another kind', text: 'kind: Pod\n', says: 'its kind is not Config'},
    {
      name: 'a kubeconfig with unnamed entries',
      text: 'users: [{user: {}}]\n',
      says: 'must be a list of entries with names',
    },
  ])('a context is not written into $name', async ({text, says}) => {
    const file = await fileWith(text);
    expect(await failureOf(files.merge(file, named(), false))).toMatchObject({
      code: 'kubeconfig/not-written',
      problem: expect.stringContaining(says),
    });
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(await readdir(join(file, '..'))).toEqual(['config']);
  });

  it('a kubeconfig is not written where there is a directory', async () => {
    const file = await fileWith();
    await mkdir(file);
    expect(await failureOf(files.merge(file, named(), false))).toMatchObject({problem: 'it is a directory'});
  });

  it('a merge waits for the lock of kubectl', async () => {
    const file = await fileWith(LIKE_KUBECTL);
    await writeFile(`${file}.lock`, '');
    const merging = files.merge(file, named(), false);
    // It has seen the lock when it has tried: nothing is written until it goes.
    await expect.poll(async () => (await readFile(file, 'utf8')).includes('gantry-prod')).toBe(false);
    await rm(`${file}.lock`);
    expect(await merging).toMatchObject({change: 'added'});
  });
});

it('a login replaces the credentials and keeps the impersonated user', () => {
  const login = {command: 'gantry', args: ['credential'], env: {GANTRY_HOME: '/g'}};
  const made = load(files.adapt(flat(), {name: 'n', login}).text.reveal());
  expect(made).toMatchObject({
    contexts: [{name: 'n', context: {cluster: 'n', user: 'n', namespace: 'shop'}}],
    users: [
      {
        name: 'n',
        user: {
          as: 'anna',
          exec: {
            apiVersion: 'client.authentication.k8s.io/v1',
            command: 'gantry',
            env: [{name: 'GANTRY_HOME', value: '/g'}],
            provideClusterInfo: true,
          },
        },
      },
    ],
  });
  expect(JSON.stringify(made)).not.toContain('"t"');
});
