import {chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {findStack} from '../../../src/config/find-project.ts';

function tree(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'gantry-find-'));
  onTestFinished(() => rmSync(directory, {recursive: true}));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), {recursive: true});
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

const SHOP = {
  'project.yaml': 'name: shop\nworkspaces: envs\n',
  'envs/dev.yaml': '',
  'web/stack.yaml': 'name: front\n',
  'web/manifests/deep/a.yaml': '',
  'api/stack.yaml': '',
};

describe('finding a stack', () => {
  it.each([
    {name: 'in the current directory', from: 'web', want: 'shop/front'},
    {name: 'above the current directory', from: 'web/manifests/deep', want: 'shop/front'},
    {name: "by its directory's name if it has no name", from: 'api', want: 'shop/api'},
    {name: 'by name, from elsewhere in the project', from: 'web/manifests', stack: 'api', want: 'shop/api'},
    {name: 'by name', from: '.', stack: 'front', want: 'shop/front'},
    {name: 'by path', from: '.', stack: 'web', want: 'shop/front'},
    {name: 'by a path relative to the project', from: 'api', stack: './web', want: 'shop/front'},
    {name: 'by a path relative to the current directory', from: 'api', stack: '../web', want: 'shop/front'},
    {name: 'by project and name', from: 'envs', stack: 'shop/front', want: 'shop/front'},
  ])('a search finds a stack $name', async ({from, stack, want}) => {
    const directory = tree(SHOP);
    const found = await findStack({directory: join(directory, from), ...(stack === undefined ? {} : {stack})});
    expect(`${found.project.name}/${found.stack.name}`).toBe(want);
    expect(found.project.workspacesDir).toBe(join(directory, 'envs'));
    expect(found.project.file).toBe(join(directory, 'project.yaml'));
  });

  it('a search finds a stack by its whole path if its name is ambiguous', async () => {
    const directory = tree({'project.yaml': '', 'a/stack.yaml': 'name: b\n', 'b/stack.yaml': ''});
    await expect(findStack({directory, stack: 'b'})).rejects.toMatchObject({
      failure: {diagnostics: [{code: 'stack/ambiguous', hint: 'Choose one by its path, for example -s ./a.'}]},
    });
    await expect(findStack({directory, stack: join(directory, 'b')})).resolves.toMatchObject({
      stack: {dir: join(directory, 'b')},
    });
  });

  it.each([
    {name: 'home', home: '.'},
    {name: 'a directory above home', home: 'people/anna'},
  ])('a search by name skips $name, but a path in it is found', async ({home}) => {
    const directory = tree({'people/anna/work/shop/stack.yaml': 'name: shop\n'});
    vi.stubEnv('HOME', join(directory, home));
    onTestFinished(() => void vi.unstubAllEnvs());
    const found = (stack: string) => findStack({directory, stack});
    await expect(found('work/shop')).rejects.toMatchObject({failure: {diagnostics: [{code: 'stack/not-found'}]}});
    await expect(findStack({directory})).rejects.toMatchObject({failure: {diagnostics: [{code: 'stack/none'}]}});
    expect((await found('people/anna/work/shop')).stack.name).toBe('shop');
  });

  it('a search by name includes a project in the home directory', async () => {
    const directory = tree(SHOP);
    vi.stubEnv('HOME', directory);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await findStack({directory, stack: 'shop/front'})).stack.name).toBe('front');
  });

  it('the error for an unknown stack lists the first ten of many', async () => {
    const many = Array.from({length: 12}, (_, i) => [`s${String(i).padStart(2, '0')}/stack.yaml`, ''] as const);
    const directory = tree({'project.yaml': '', ...Object.fromEntries(many)});
    await expect(findStack({directory, stack: 'nothing'})).rejects.toMatchObject({
      failure: {diagnostics: [{message: expect.stringMatching(/known: s00, .*, s09 and 2 more$/)}]},
    });
  });

  it('a stack without a project becomes its own project', async () => {
    const directory = tree({'shop/stack.yaml': ''});
    const {project, stack} = await findStack({directory: join(directory, 'shop')});
    expect(project).toEqual({
      name: 'shop',
      dir: join(directory, 'shop'),
      labels: {},
      workspacesDir: join(directory, 'shop/workspaces'),
    });
    expect(stack.name).toBe('shop');
  });

  it('a search ends at the root of the repository', async () => {
    const directory = tree({
      'project.yaml': 'name: outer\n',
      'stack.yaml': '',
      'repo/.git/HEAD': '',
      'repo/a.yaml': '',
    });
    await expect(findStack({directory: join(directory, 'repo')})).rejects.toMatchObject({
      failure: {code: 'input/invalid', diagnostics: [{code: 'stack/none'}]},
    });
  });

  const {seteuid, geteuid} = process;
  const isRoot = geteuid?.() === 0;
  it.skipIf(seteuid === undefined)('a search skips unreadable directories', async () => {
    const directory = tree({...SHOP, 'private/stack.yaml': '', 'envs/secret/a.yaml': ''});
    chmodSync(directory, 0o755);
    for (const hidden of ['private', 'envs/secret']) chmodSync(join(directory, hidden), 0);
    // Root may read everything.
    if (isRoot) seteuid?.('nobody');
    try {
      expect((await findStack({directory, stack: 'api'})).stack.name).toBe('api');
    } finally {
      if (isRoot) seteuid?.(0);
    }
  });

  it('an invalid stack.yaml of another stack does not prevent a search by name', async () => {
    const directory = tree({...SHOP, 'broken/stack.yaml': 'a: b: c\n'});
    await expect(findStack({directory, stack: 'front'})).resolves.toMatchObject({stack: {name: 'front'}});
  });

  it.each([
    {extensions: 'its own file', files: {'stack.yaml': 'namespace: own\n'}, want: 'own'},
    {
      extensions: 'the extensions of its project',
      files: {
        'project.yaml': 'extensions: [{kind: kubernetesNamespace, kubernetesNamespace: {namespace: ours}}]\n',
        'stack.yaml': 'name: dev\n',
      },
      want: 'ours',
    },
    {
      extensions: 'its extensions in preference to those of the project',
      files: {
        'project.yaml': 'extensions: [{kind: kubernetesNamespace, kubernetesNamespace: {namespace: ours}}]\n',
        'stack.yaml': 'extensions: [{kind: kubernetesNamespace, kubernetesNamespace: {namespace: mine}}]\n',
      },
      want: 'mine',
    },
  ])('a stack gets its namespace from $extensions', async ({files, want}) => {
    const {stack} = await findStack({directory: tree(files)});
    expect(stack.namespace).toBe(want);
  });
});
