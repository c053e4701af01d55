import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {initStack} from '../../../src/app/init-stack.ts';
import {findStack} from '../../../src/config/find-project.ts';
import {loadResources} from '../../../src/config/load-resources.ts';
import {loadWorkspaceFile} from '../../../src/config/workspace-file.ts';
import {withoutPrograms} from '../../rig/source-tools.ts';

const MANIFEST = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';

function directoryWith(files: Readonly<Record<string, string>> = {}, name = 'My Shop'): string {
  const parent = mkdtempSync(join(tmpdir(), 'gantry-init-'));
  onTestFinished(() => rmSync(parent, {recursive: true}));
  const directory = join(parent, name);
  mkdirSync(directory);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), {recursive: true});
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

const filesBelow = (directory: string) =>
  readdirSync(directory, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map(({name}) => name)
    .toSorted();

const ids = async (directory: string) =>
  (await loadResources(await findStack({directory}), {tools: withoutPrograms})).resources.map(({id}) => id);

describe('gantry init', () => {
  it('a sample project and its workspace can be loaded', async () => {
    const directory = directoryWith();
    const {created} = await initStack({}, {cwd: directory});
    expect(created).toHaveLength(5);
    expect(await ids(directory)).toStrictEqual([
      'apps/v1:Deployment:my-shop:web',
      'policy/v1:PodDisruptionBudget:my-shop:web',
      'v1:ConfigMap:my-shop:page',
      'v1:Service:my-shop:web',
      'v1:ServiceAccount:my-shop:web',
    ]);
    const {workspace} = await loadWorkspaceFile(join(directory, 'workspaces/dev.yaml'));
    expect(workspace.context).toStrictEqual({kubeconfig_path: '~/.kube/config'});
  });

  it('a sample application and its workspace can be loaded', async () => {
    const directory = directoryWith();
    const {created} = await initStack({app: true}, {cwd: directory});
    expect(created.map((path) => path.split('/').at(-1))).toStrictEqual([
      'project.yaml',
      'stack.yaml',
      'gantry.app.yaml',
      'gantry.app.schema.json',
      'dev.yaml',
    ]);
    expect(await ids(directory)).toStrictEqual([
      'apps/v1:Deployment:my-shop:web',
      'v1:ConfigMap:my-shop:web-files',
      'v1:Service:my-shop:web',
    ]);
  });

  it('the first line of a sample application names the file with the schema for editors', async () => {
    const directory = directoryWith();
    await initStack({app: true}, {cwd: directory});
    const text = readFileSync(join(directory, 'gantry.app.yaml'), 'utf8');
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
    const packed = new URL('../../../schemas/application.schema.json', import.meta.url);
    expect(readFileSync(join(directory, schema), 'utf8')).toBe(readFileSync(packed, 'utf8'));
  });

  it.each([
    {from: 'manifests', files: {'manifests/a.yaml': MANIFEST}, glob: 'manifests/**/*.yaml'},
    {from: './manifests/', files: {'manifests/deep/a.yml': MANIFEST}, glob: 'manifests/**/*.yml'},
    {from: '.', files: {'a.yaml': MANIFEST}, glob: '**/*.yaml'},
    {from: 'm/a.yaml', files: {'m/a.yaml': MANIFEST}, glob: 'm/a.yaml'},
    {
      from: 'm',
      files: {'m/a.yaml': MANIFEST, 'm/b.json': '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"b"}}'},
      glob: 'm/**/*.{yaml,json}',
    },
  ])('--from $from includes the existing manifests as $glob', async ({from, files, glob}) => {
    const directory = directoryWith(files);
    expect((await initStack({from}, {cwd: directory})).created).toHaveLength(2);
    expect(readFileSync(join(directory, 'stack.yaml'), 'utf8')).toContain(`manifests: ${JSON.stringify(glob)}`);
    expect(await ids(directory)).toContain('v1:ConfigMap:a');
  });

  it('init joins an existing project above the directory', async () => {
    const directory = directoryWith({'project.yaml': 'name: shop\n', 'dev/a.yaml': MANIFEST});
    const {created} = await initStack({directory: 'dev', from: '.'}, {cwd: directory});
    expect(created.map((path) => path.split('/').at(-1))).toStrictEqual(['stack.yaml']);
  });

  it.each(['chart', 'chart/templates'])('init of a Helm chart (%s) fails with a hint', async (from) => {
    const directory = directoryWith({'chart/Chart.yaml': 'name: shop', 'chart/templates/web.yaml': 'a: {{ .b }}'});
    await expect(initStack({from}, {cwd: directory})).rejects.toMatchObject({
      failure: {
        diagnostics: [
          {
            code: 'init/helm-chart',
            message: expect.stringContaining('is a Helm chart'),
            hint: expect.stringContaining('helm template chart'),
          },
        ],
      },
    });
  });

  it.each([
    {name: 'a stack that exists', files: {'stack.yaml': 'name: mine\n'}, request: {}},
    {name: 'a file of the sample that exists', files: {'manifests/web.yaml': 'mine'}, request: {}},
    {name: 'manifests that are not there', files: {}, request: {from: 'nowhere'}},
    {name: 'a directory without manifests', files: {'m/readme.md': ''}, request: {from: 'm'}},
    {name: 'manifests outside', files: {}, request: {from: '..'}},
    {name: 'a Helm chart', files: {'c/Chart.yaml': 'name: c', 'c/templates/a.yaml': '{{ x }}'}, request: {from: 'c'}},
  ])('init writes nothing for $name', async ({files, request}) => {
    const directory = directoryWith(files);
    const before = filesBelow(directory);
    await expect(initStack(request, {cwd: directory})).rejects.toMatchObject({failure: {code: 'input/invalid'}});
    expect(filesBelow(directory)).toStrictEqual(before);
  });
});
