import {readFile} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import {explainWorkspace} from '../../../../src/app/workspace/explain-workspace.ts';
import {showWorkspace} from '../../../../src/app/workspace/show-workspace.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {failureOf, KUBECONFIG, rig} from './rig.ts';

const PROD = `name: prod
context:
  kubeconfig_path: ../k
  kube_context: admin
  AWS_SECRET_ACCESS_KEY: canary
  AWS_REGION: us-east-1
  team: shop
`;
const FILES = {'project/project.yaml': '', 'project/k': KUBECONFIG, 'project/workspaces/prod.yaml': PROD};

const env = (variable: string) => ({kind: 'environment', variable});

const spec = (context: string): string => `${context}resources:
- id: v1:ConfigMap:ns:a
  type: Kubernetes
  extensions: {kubeConfig: ./k2}
  attributes: {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: ns}}
`;

describe('workspace explain', () => {
  it('explain and show list named providers with their lines, and mask their credentials', async () => {
    const named = `${PROD}providers:\n  aws:\n    us: {region: us-east-1, secret_key: canary, access_key: ref://aws/id}\n`;
    const world = await rig({files: {...FILES, 'project/workspaces/prod.yaml': named}, env: {}});
    const {values} = await explainWorkspace({workspace: 'prod'}, world.deps);
    const file = world.path('project/workspaces/prod.yaml');
    const at = (field: string) => ({kind: 'workspace', file, line: 10, field: `providers.aws.us.${field}`});
    expect(values.filter(({name}) => name.startsWith('providers'))).toEqual([
      {name: 'providers.aws.us.region', value: 'us-east-1', source: at('region'), shadowed: []},
      {name: 'providers.aws.us.secret_key', value: '***', source: at('secret_key'), shadowed: []},
      {name: 'providers.aws.us.access_key', value: 'ref://aws/id', source: at('access_key'), shadowed: []},
    ]);
    const shown = await showWorkspace({workspace: 'prod'}, world.deps);
    expect(shown.workspace['providers']).toEqual({
      aws: {us: {region: 'us-east-1', secret_key: '***', access_key: 'ref://aws/id'}},
    });
  });

  it('explain shows the source of every value, and the values that it shadows', async () => {
    const world = await rig({
      files: FILES,
      env: {KUBECONFIG: '/x', AWS_SESSION_TOKEN: 'canary', AWS_REGION: 'eu', GOOGLE_PROJECT: 'p'},
    });
    const outcome = await explainWorkspace({workspace: 'prod'}, world.deps);
    const file = world.path('project/workspaces/prod.yaml');
    const at = (line: number, key: string) => ({kind: 'context', file, line, key});
    expect(outcome).toEqual({
      formatVersion: 1,
      workspace: {name: 'prod', from: '-w', place: 'file', file, suspended: false},
      kubeconfig: {
        field: 'context.kubeconfig_path',
        from: 'files',
        files: [world.path('project/k')],
        context: 'admin',
        cluster: 'cluster',
        user: 'admin',
        server: 'https://cluster.example:6443',
      },
      values: [
        {
          name: 'kubeconfig',
          value: '../k',
          source: at(3, 'kubeconfig_path'),
          shadowed: [{name: 'KUBECONFIG', value: '/x', source: env('KUBECONFIG')}],
        },
        {name: 'kube_context', value: 'admin', source: at(4, 'kube_context'), shadowed: []},
        {
          name: 'AWS_REGION',
          value: 'us-east-1',
          source: at(6, 'AWS_REGION'),
          shadowed: [{name: 'AWS_REGION', value: 'eu', source: env('AWS_REGION')}],
        },
        {
          name: 'AWS_SECRET_ACCESS_KEY',
          value: '***',
          source: at(5, 'AWS_SECRET_ACCESS_KEY'),
          shadowed: [{name: 'AWS_SESSION_TOKEN', value: '***', source: env('AWS_SESSION_TOKEN')}],
        },
        {name: 'GOOGLE_PROJECT', value: 'p', source: env('GOOGLE_PROJECT'), shadowed: []},
        {name: 'team', value: 'shop', source: at(7, 'team'), shadowed: []},
      ],
      diagnostics: [
        expect.objectContaining({code: 'context/shadowed'}),
        expect.objectContaining({code: 'context/half-credential'}),
      ],
    });
    expect(JSON.stringify(outcome)).not.toContain('canary');
  });

  it('explain shows a broken kubeconfig with everything else, and ends with that failure', async () => {
    const world = await rig({files: {...FILES, 'project/workspaces/prod.yaml': PROD.replace('../k', '../nope')}});
    const outcome = await explainWorkspace({workspace: 'prod'}, world.deps);
    const failure = {
      code: 'context/kubeconfig',
      workspace: 'prod',
      field: 'context.kubeconfig_path',
      problem: `${world.path('project/nope')} does not exist`,
    };
    expect(outcome).toMatchObject({kubeconfig: {field: 'context.kubeconfig_path', failure}, failure});
    expect(outcome.values.map(({name}) => name)).toContain('AWS_REGION');
    expect(world.connected).toEqual([]);
  });

  it('explain shows the error inside of a kubeconfig', async () => {
    const failure = {
      code: 'context/kubeconfig',
      workspace: 'prod',
      field: 'context.kube_context',
      problem: 'no context admin',
    } as const;
    const world = await rig({
      files: FILES,
      connect: () => {
        throw new GantryError(failure);
      },
    });
    expect(await explainWorkspace({workspace: 'prod'}, world.deps)).toMatchObject({
      kubeconfig: {from: 'files', failure},
      failure,
    });
  });

  it.each([
    {key: 'kubeconfig', names: ['kubeconfig'], kubeconfig: true},
    {key: 'KUBECONFIG_PATH', names: ['kubeconfig'], kubeconfig: true},
    {key: 'kube_context', names: ['kube_context'], kubeconfig: true},
    {key: 'AWS_REGION', names: ['AWS_REGION'], kubeconfig: false},
    {key: 'AWS_SESSION_TOKEN', names: ['AWS_SECRET_ACCESS_KEY'], kubeconfig: false},
  ])('explain of $key shows that value only', async ({key, names, kubeconfig}) => {
    const world = await rig({files: FILES, env: {AWS_SESSION_TOKEN: 't'}});
    const outcome = await explainWorkspace({workspace: 'prod', key}, world.deps);
    expect(outcome.values.map(({name}) => name)).toEqual(names);
    expect(outcome.kubeconfig !== undefined).toBe(kubeconfig);
  });

  it('explain of an unset key is an error with the nearest key', async () => {
    const world = await rig({files: FILES});
    expect(await failureOf(explainWorkspace({workspace: 'prod', key: 'AWS_REGOIN'}, world.deps))).toMatchObject({
      code: 'input/usage',
      hint: 'Did you mean AWS_REGION?',
    });
  });

  it('explain uses the extension of resources and the context of a spec file', async () => {
    const world = await rig({
      files: {
        'project/stack.yaml': 'sources: [{spec: spec.yaml}]\n',
        'project/spec.yaml': spec(''),
        'project/k2': KUBECONFIG,
        'project/workspaces/prod.yaml': '',
        'home/.kube/config': KUBECONFIG,
      },
    });
    const extension = await explainWorkspace({workspace: 'prod'}, world.deps);
    expect(extension).toMatchObject({
      kubeconfig: {files: [world.path('project/k2')]},
      values: [{source: {kind: 'extension', resource: 'v1:ConfigMap:ns:a'}}],
    });
    await world.write('project/spec.yaml', spec('context: {KUBECONFIG_PATH: ./k2}\n'));
    const context = await explainWorkspace({workspace: 'prod'}, world.deps);
    expect(context).toMatchObject({
      kubeconfig: {field: 'context.KUBECONFIG_PATH'},
      values: [{source: {kind: 'spec', key: 'KUBECONFIG_PATH'}}],
    });
  });

  it('explain reports unreadable resources, and explains the rest', async () => {
    const world = await rig({files: {...FILES, 'project/stack.yaml': '', 'project/broken.yaml': 'a: ['}});
    const outcome = await explainWorkspace({workspace: 'prod'}, world.deps);
    expect(outcome.diagnostics).toContainEqual(expect.objectContaining({code: 'context/unread-resources'}));
    expect(outcome.kubeconfig?.server).toBe('https://cluster.example:6443');
  });
});

it('explain of the ready-made workspace shows the user’s kubeconfig', async () => {
  const text = await readFile(new URL('../../../../workspaces/kubeconfig.yaml', import.meta.url), 'utf8');
  const world = await rig({files: {'project/workspaces/kubeconfig.yaml': text, 'home/.kube/config': KUBECONFIG}});
  const outcome = await explainWorkspace({workspace: './workspaces/kubeconfig.yaml'}, world.deps);
  expect(outcome).toMatchObject({
    kubeconfig: {field: 'context.kubeconfig_path', files: [world.path('home/.kube/config')]},
  });
  expect(outcome.failure).toBeUndefined();
});
