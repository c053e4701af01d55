import {chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {findStack} from '../../../src/config/find-project.ts';
import {loadResources} from '../../../src/config/load-resources.ts';
import {withoutPrograms} from '../../rig/source-tools.ts';

const configMap = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;

function stackWith(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'gantry-load-'));
  onTestFinished(() => rmSync(directory, {recursive: true}));
  for (const [path, text] of Object.entries({'stack.yaml': '', ...files})) {
    mkdirSync(dirname(join(directory, path)), {recursive: true});
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

const load = async (directory: string) => loadResources(await findStack({directory}), {tools: withoutPrograms});

describe('loading resources', () => {
  const {seteuid, geteuid} = process;
  const isRoot = geteuid?.() === 0;
  it
    .skipIf(seteuid === undefined)
    .each([
      ['manifests/**/*.yaml'],
      ['manifests/*/*.yaml'],
      ['{manifests,more}/private/*.yaml'],
      ['manifests/**'],
      ['manifests'],
      [undefined],
    ])('an unreadable directory is an error, not a smaller stack: %s', async (glob) => {
    const sources = glob === undefined ? '' : `sources: [{manifests: '${glob}'}]\n`;
    const directory = stackWith({
      'stack.yaml': `name: shop\n${sources}`,
      'manifests/open/a.yaml': configMap('a'),
      'manifests/private/b.yaml': configMap('b'),
    });
    const location = await findStack({directory});
    chmodSync(directory, 0o755);
    chmodSync(join(directory, 'manifests/private'), 0);
    // Root may read everything.
    if (isRoot) seteuid?.('nobody');
    try {
      const message = expect.stringMatching(/cannot read the directory \S*manifests\/private: /);
      await expect((async () => loadResources(location, {tools: withoutPrograms}))()).rejects.toMatchObject({
        failure: {diagnostics: [{message}]},
      });
    } finally {
      if (isRoot) seteuid?.(0);
    }
  });

  it('loaded resources have the same bytes for any order and form of the files', async () => {
    const one = await load(stackWith({'stack.yaml': 'name: s', 'b.yaml': configMap('b'), 'a.yaml': configMap('a')}));
    const other = await load(
      stackWith({'stack.yaml': 'name: s', 'all.yml': `${configMap('b')}---\n${configMap('a')}`}),
    );
    expect(JSON.stringify(other.resources)).toBe(JSON.stringify(one.resources));
  });

  it('a loaded resource has the position of each of its fields', async () => {
    const {origins} = await load(stackWith({'a.yaml': `# first\n---\n${configMap('a')}`}));
    const position = origins.get('v1:ConfigMap:a')?.position(['metadata', 'name']);
    expect(position).toMatchObject({line: 5, column: 18, endColumn: 19});
  });

  it('a load does not follow links to directories, which may form a cycle', async () => {
    const directory = stackWith({'a.yaml': configMap('a')});
    symlinkSync(directory, join(directory, 'loop'));
    symlinkSync(join(directory, 'missing'), join(directory, 'dangling'));
    expect((await load(directory)).resources).toHaveLength(1);
  });

  it('a broken link is an error, unlike a stack without manifests', async () => {
    const directory = stackWith({});
    symlinkSync(join(directory, 'missing'), join(directory, 'a.yaml'));
    await expect(load(directory)).rejects.toMatchObject({
      failure: {diagnostics: [{code: 'file/unreadable'}]},
    });
  });

  it.each([
    {source: "{manifests: 'm.yaml'}", value: 'ref://db/password', warns: true},
    {source: "{manifests: 'm.yaml'}", value: '"postgres://app:${ref://db/password}@db"', warns: true},
    {source: "{manifests: 'm.yaml', references: true}", value: 'ref://db/password', warns: false},
    {source: "{manifests: 'm.yaml'}", value: 'git+ref://x', warns: false},
  ])(
    'a load warns of a reference that it does not resolve: $value in the source $source: $warns',
    async ({source, value, warns}) => {
      const directory = stackWith({
        'stack.yaml': `name: shop\nsources: [${source}]\n`,
        'm.yaml': `${configMap('a')}data:\n  password: ${value}\n`,
      });
      const {diagnostics} = await load(directory);
      const place = expect.objectContaining({file: expect.stringMatching(/m\.yaml$/), line: 5});
      const warning = {severity: 'warning', code: 'reference/not-read', path: 'data.password', at: place};
      expect(diagnostics).toEqual(warns ? [expect.objectContaining(warning)] : []);
    },
  );

  it('an error in a malformed Secret does not contain its values', async () => {
    const directory = stackWith({
      'a.json': '{"apiVersion":"v1","kind":"Secret","metadata":{"name":5},"stringData":{"pin":"hunter2"}}',
    });
    const failure = await load(directory).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({failure: {code: 'input/invalid'}});
    expect(JSON.stringify(failure)).not.toContain('hunter2');
  });
});
