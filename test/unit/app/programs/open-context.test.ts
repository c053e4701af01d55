import {describe, expect, it} from 'vitest';
import {environmentOf, openContext} from '../../../../src/app/programs/open-context.ts';
import {failureOf, KUBECONFIG, rig} from '../workspace/rig.ts';
import {storesByHand} from '../workspace/stores-by-hand.ts';

type Given = {
  readonly workspace?: string;
  readonly stack?: string;
  readonly spec?: string;
  readonly env?: Readonly<Record<string, string>>;
};

const SPEC = `resources:
- id: v1:ConfigMap:shop:a
  type: Kubernetes
  attributes: {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}}
secretStore: {provider: {env: {}}}
context: {KUBECONFIG_PATH: ./of-spec, AWS_ACCESS_KEY_ID: id-of-spec, AWS_SECRET_ACCESS_KEY: ref://key, AWS_REGION: eu}
`;

/** A stack whose spec file is one of Kusion's, which brings a context and a store along. */
async function opened({workspace = '', stack = 'sources: [{spec: spec.yaml}]\n', spec = SPEC, env = {}}: Given) {
  const {deps, path} = await rig({
    files: {
      'project/project.yaml': '',
      'project/stack.yaml': stack,
      'project/spec.yaml': spec,
      'project/workspaces/prod.yaml': workspace,
      'project/of-spec': KUBECONFIG,
      'project/other': KUBECONFIG,
    },
    env,
  });
  const own = {...deps, secretStore: storesByHand({env: {key: 'secret-of-spec'}}).secretStore};
  const open = () => openContext({workspace: 'prod'}, own);
  return {open, path, environment: async () => environmentOf(await open(), own)};
}

const pathsOf = ({kubeconfig}: Awaited<ReturnType<typeof openContext>>) =>
  kubeconfig.from.kind === 'files' ? kubeconfig.from.paths : [kubeconfig.from.kind];

describe('a program in a stack whose spec file has a context', () => {
  it('a program reaches the cluster of an apply, not that of the environment', async () => {
    const {open, path} = await opened({env: {KUBECONFIG: '/elsewhere'}});
    expect(pathsOf(await open())).toEqual([path('project', 'of-spec')]);
  });

  it('a program reaches the cluster of the workspace if the workspace names one', async () => {
    const {open, path} = await opened({workspace: 'context: {kubeconfig_path: ../other}\n'});
    expect(pathsOf(await open())).toEqual([path('project', 'other')]);
  });

  it('a program has the provider keys of the spec file, read from its store', async () => {
    const {environment} = await opened({
      workspace: 'context: {kubeconfig_path: ../other}\n',
      env: {AWS_ACCESS_KEY_ID: 'of the shell', AWS_SESSION_TOKEN: 'of the shell'},
    });
    const {set, unset} = await environment();
    expect(Object.fromEntries([...set].map(([name, value]) => [name, value.reveal()]))).toMatchObject({
      AWS_ACCESS_KEY_ID: 'id-of-spec',
      AWS_SECRET_ACCESS_KEY: 'secret-of-spec',
      AWS_REGION: 'eu',
    });
    expect(unset).toEqual(['AWS_SESSION_TOKEN']);
  });

  it('a program does not run if the spec file cannot be read', async () => {
    const {open} = await opened({spec: 'resources: {\n', env: {KUBECONFIG: '/elsewhere'}});
    expect(await failureOf(open())).toMatchObject({code: 'input/invalid'});
  });

  it('a program runs with a warning if the workspace names the cluster', async () => {
    const {open} = await opened({workspace: 'context: {kubeconfig_path: ../other}\n', spec: 'resources: {\n'});
    expect((await open()).warnings).toMatchObject([{code: 'context/unread-resources'}]);
  });

  it('a program keeps its cluster with a warning while stack.yaml is invalid, if the workspace names the cluster', async () => {
    const {open, path} = await opened({workspace: 'context: {kubeconfig_path: ../other}\n', stack: 'sources: [\n'});
    const context = await open();
    expect(pathsOf(context)).toEqual([path('project', 'other')]);
    expect(context.warnings).toMatchObject([{code: 'context/unread-resources'}]);
  });

  it('a program does not run if stack.yaml cannot be read', async () => {
    const {open} = await opened({stack: 'sources: [\n', env: {KUBECONFIG: '/elsewhere'}});
    expect(await failureOf(open())).toMatchObject({code: 'input/invalid'});
  });
});
