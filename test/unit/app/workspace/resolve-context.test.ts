import {mkdir} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import {chooseWorkspace} from '../../../../src/app/workspace/choose-workspace.ts';
import {resolveContext} from '../../../../src/app/workspace/resolve-context.ts';
import type {Resource} from '../../../../src/core/resource/resource.ts';
import {failureOf, KUBECONFIG, type Rig, rig} from './rig.ts';

const WORKSPACE = 'project/workspaces/prod.yaml';
const inContext = (lines: string): string => `context:\n${lines.replaceAll(/^/gm, '  ')}\n`;

const resolved = async (world: Rig, resources: readonly Partial<Resource>[] = []) => {
  const chosen = await chooseWorkspace({request: {workspace: './workspaces/prod.yaml'}}, world.deps);
  return resolveContext({chosen, resources: resources as readonly Resource[]}, world.deps);
};

const extended = (id: string, kubeConfig: string, type = 'Kubernetes') =>
  ({id, type, extensions: {kubeConfig}}) as Partial<Resource>;

describe('a local kubeconfig', () => {
  it('the kubeconfig is read from the path in the workspace, relative to its file', async () => {
    const world = await rig({
      files: {[WORKSPACE]: inContext('kubeconfig_path: ../k\nkube_context: admin'), 'project/k': KUBECONFIG},
    });
    expect((await resolved(world)).kubeconfig).toEqual({
      workspace: 'prod',
      field: 'context.kubeconfig_path',
      file: world.path(WORKSPACE),
      kubeContext: 'admin',
      from: {kind: 'files', paths: [world.path('project/k')], skipped: []},
    });
  });

  it.each([
    {name: 'YAML', content: KUBECONFIG},
    {name: 'JSON', content: JSON.stringify({kind: 'Config', clusters: [], contexts: []})},
    {name: 'base64', content: Buffer.from(KUBECONFIG).toString('base64')},
    {
      name: 'base64 in lines',
      content: Buffer.from(KUBECONFIG)
        .toString('base64')
        .replaceAll(/(.{20})/g, '$1\n'),
    },
    {name: 'base64 of JSON', content: Buffer.from(JSON.stringify({clusters: [], contexts: []})).toString('base64')},
  ])('the kubeconfig can be written as $name, and is never printed', async ({content}) => {
    const world = await rig({files: {[WORKSPACE]: `context:\n  kubeconfig_content: ${JSON.stringify(content)}\n`}});
    const {kubeconfig, values} = await resolved(world);
    const {from} = kubeconfig;
    expect(from.kind === 'content' && from.content.reveal()).toContain('clusters');
    expect(JSON.stringify({kubeconfig, values})).not.toContain('clusters');
  });

  it('KUBECONFIG is a list, whose missing members are skipped with a warning', async () => {
    const world = await rig({files: {[WORKSPACE]: '', 'project/a': KUBECONFIG}, env: {KUBECONFIG: 'gone:a:'}});
    const {kubeconfig, warnings} = await resolved(world);
    expect(kubeconfig.from).toEqual({
      kind: 'files',
      paths: [world.path('project/a')],
      skipped: [world.path('project/gone')],
    });
    expect(warnings).toMatchObject([{severity: 'warning', code: 'context/kubeconfig-skipped'}]);
  });

  it('a resource can name the kubeconfig: Kubernetes resources only', async () => {
    const world = await rig({files: {[WORKSPACE]: '', 'project/k': KUBECONFIG}});
    const {kubeconfig} = await resolved(world, [
      extended('t', '/other', 'Terraform'),
      extended('a', 'k'),
      extended('b', './k'),
    ]);
    expect(kubeconfig).toMatchObject({field: 'extensions.kubeConfig of a', from: {paths: [world.path('project/k')]}});
  });

  it('~/.kube/config is the last choice', async () => {
    const world = await rig({files: {[WORKSPACE]: '', 'home/.kube/config': KUBECONFIG}});
    expect((await resolved(world)).kubeconfig).toMatchObject({
      field: '~/.kube/config',
      from: {paths: [world.path('home/.kube/config')]},
    });
  });
});

const content = (text: string): string => `context:\n  kubeconfig_content: ${JSON.stringify(text)}\n`;

describe('a broken kubeconfig is an error with workspace and field, without a fallback', () => {
  it.each([
    {
      name: 'path that does not exist',
      workspace: inContext('kubeconfig_path: /nope/k'),
      field: 'context.kubeconfig_path',
      problem: '/nope/k does not exist',
    },
    {
      name: 'path below a file',
      workspace: inContext('kubeconfig_path: ./prod.yaml/k'),
      field: 'context.kubeconfig_path',
      problem: 'does not exist',
    },
    {
      name: 'path that is a directory',
      workspace: inContext('kubeconfig_path: .'),
      field: 'context.kubeconfig_path',
      problem: 'is a directory',
    },
    {
      name: 'upper-case path',
      workspace: inContext('KUBECONFIG_PATH: /nope'),
      field: 'context.KUBECONFIG_PATH',
      problem: 'does not exist',
    },
    {
      name: 'variable that is unset',
      workspace: inContext('kubeconfig_path: $NOPE/k'),
      field: 'context.kubeconfig_path',
      problem: 'NOPE is not set',
    },
    {
      name: 'content that is a word',
      workspace: content('hello'),
      field: 'context.kubeconfig_content',
      problem: 'not a kubeconfig',
    },
    {
      name: 'content that is a path',
      workspace: content('~/.kube/config'),
      field: 'context.kubeconfig_content',
      problem: 'kubeconfig_path',
    },
    {
      name: 'content that is another object',
      workspace: content('kind: Pod\nclusters: []\ncontexts: []'),
      field: 'context.kubeconfig_content',
      problem: 'kind is not Config',
    },
    {
      name: 'content without clusters',
      workspace: content('kind: Config\ncontexts: []'),
      field: 'context.kubeconfig_content',
      problem: 'no list of clusters',
    },
    {
      name: 'content that is no YAML',
      workspace: content('kind: Config\n  canary: ['),
      field: 'context.kubeconfig_content',
      problem: 'line 2',
    },
    {
      name: 'content in base64 of something else',
      workspace: content(Buffer.from('nothing here').toString('base64')),
      field: 'context.kubeconfig_content',
      problem: 'not a kubeconfig',
    },
    {
      name: 'content of several documents',
      workspace: content(`${KUBECONFIG}---\n${KUBECONFIG}`),
      field: 'context.kubeconfig_content',
      problem: 'several YAML documents',
    },
  ])('a broken kubeconfig: $name', async ({workspace, field, problem}) => {
    const world = await rig({
      files: {[WORKSPACE]: workspace, 'home/.kube/config': KUBECONFIG, 'project/env': KUBECONFIG},
      env: {KUBECONFIG: 'env'},
    });
    const failure = await failureOf(resolved(world, [extended('a', '/ext')]));
    expect(failure).toMatchObject({
      code: 'context/kubeconfig',
      workspace: 'prod',
      field,
      problem: expect.stringContaining(problem),
    });
    expect(JSON.stringify(failure)).not.toContain('canary');
  });

  it.each([
    {
      name: 'a KUBECONFIG of which nothing exists',
      env: {KUBECONFIG: '/nope:/neither'},
      field: 'KUBECONFIG',
      problem: 'none of these files exists: /nope, /neither',
    },
    {name: 'a KUBECONFIG with a directory', env: {KUBECONFIG: '.'}, field: 'KUBECONFIG', problem: 'is a directory'},
  ])('a broken kubeconfig: $name', async ({env, field, problem}) => {
    const world = await rig({files: {[WORKSPACE]: '', 'home/.kube/config': KUBECONFIG}, env});
    expect(await failureOf(resolved(world))).toMatchObject({field, problem: expect.stringContaining(problem)});
  });

  it('a missing file of an extension is an error', async () => {
    const world = await rig({files: {[WORKSPACE]: '', 'home/.kube/config': KUBECONFIG}});
    expect(await failureOf(resolved(world, [extended('a', './nope')]))).toMatchObject({
      field: 'extensions.kubeConfig of a',
    });
  });

  it('a ~/.kube/config that is a directory is an error', async () => {
    const world = await rig({files: {[WORKSPACE]: ''}});
    await mkdir(world.path('home/.kube/config'), {recursive: true});
    expect(await failureOf(resolved(world))).toMatchObject({
      field: '~/.kube/config',
      problem: expect.stringContaining('is a directory'),
    });
  });

  it('a missing kubeconfig is an error', async () => {
    const world = await rig({files: {[WORKSPACE]: ''}, env: {KUBECONFIG: ''}});
    expect(await failureOf(resolved(world))).toMatchObject({code: 'context/kubeconfig', field: 'kubeconfig'});
  });
});

describe('a shadowed kubeconfig', () => {
  it('a shadowed kubeconfig causes one warning with its place', async () => {
    const world = await rig({
      files: {
        [WORKSPACE]: inContext(`kubeconfig_path: ../k\nkubeconfig_content: ${JSON.stringify(KUBECONFIG)}`),
        'project/k': KUBECONFIG,
      },
      env: {KUBECONFIG: '/x'},
    });
    const {warnings} = await resolved(world);
    expect(warnings).toMatchObject([{code: 'context/shadowed', at: {line: 3}}]);
    expect(warnings[0]?.message).toContain('context.kubeconfig_path (');
    expect(warnings[0]?.message).toContain("the environment's KUBECONFIG are not used");
  });

  it('the warning does not show the line, which may hold secrets', async () => {
    const text = JSON.stringify({context: {kubeconfig_content: `{"clusters": [], "contexts": [], "x": "canary"}`}});
    const {warnings} = await resolved(await rig({files: {[WORKSPACE]: text}, env: {KUBECONFIG: '/x'}}));
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain('canary');
  });

  it('a shadowed ~/.kube/config causes no warning', async () => {
    const world = await rig({
      files: {[WORKSPACE]: inContext('kubeconfig_path: ../k'), 'project/k': KUBECONFIG, 'home/.kube/config': ''},
    });
    const {warnings, values} = await resolved(world);
    expect(warnings).toEqual([]);
    expect(values[0]?.shadowed).toMatchObject([{source: {kind: 'default', what: '~/.kube/config'}}]);
  });
});
