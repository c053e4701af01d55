import {readdirSync, readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {checkWorkspaces} from '../../../../src/app/workspace/check-workspaces.ts';
import {explainWorkspace} from '../../../../src/app/workspace/explain-workspace.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import {KUBECONFIG, rig} from './rig.ts';
import {CLUSTER} from './stored-release.ts';

const DIRECTORY = new URL('../../../../workspaces/', import.meta.url);
const READY_MADE = readdirSync(DIRECTORY).toSorted();

/** What each leads to, and by which key. */
const WANT: Readonly<Record<string, {readonly field: string; readonly from: string}>> = {
  'ci.yaml': {field: 'context.kubeconfig_content', from: 'content'},
  'cluster-api.yaml': {field: 'context.kubeconfig_secret', from: 'secret'},
  'eks.yaml': {field: 'context.kubeconfig_path', from: 'files'},
  'kamaji.yaml': {field: 'context.kubeconfig_secret', from: 'secret'},
  'kubeconfig.yaml': {field: 'context.kubeconfig_path', from: 'files'},
  'oidc.yaml': {field: 'context.kubeconfig_path', from: 'files'},
  's3.yaml': {field: 'context.kubeconfig_path', from: 's3'},
  'sandbox.yaml': {field: 'context.cluster', from: 'sandbox'},
  'vault-aws.yaml': {field: 'context.kubeconfig_content', from: 'content'},
};

it('each ready-made workspace has a row', () => expect(Object.keys(WANT)).toEqual(READY_MADE));

it.each(READY_MADE)('%s is a workspace that leads where its comments say', async (name) => {
  const text = readFileSync(new URL(name, DIRECTORY), 'utf8');
  const world = await rig({
    files: {
      [`project/workspaces/${name}`]: text,
      'project/workspaces/management.yaml': 'context: {kubeconfig_path: ~/.kube/management}\n',
      'home/.kube/config': KUBECONFIG,
      'home/.kube/management': KUBECONFIG,
    },
    identity: CLUSTER,
  });
  const deps = {
    ...world.deps,
    logins: () => Promise.reject(new Error('nobody logs in here')),
    secretStore: async () =>
      ({name: 'store', first: 'whole', fetch: async () => ({value: new Secret(KUBECONFIG)})}) as const,
  };
  const workspace = `./workspaces/${name}`;
  const {workspaces} = await checkWorkspaces({workspace, all: false, timeoutSeconds: 5}, deps);
  expect(workspaces[0]?.checks.filter(({outcome}) => outcome === 'failed')).toEqual([]);
  const {field, from} = world.connected[0] ?? {};
  expect({field, from: from?.kind === 'remote' ? from.place.kind : from?.kind}).toEqual(WANT[name]);
  const explained = await explainWorkspace({workspace}, deps);
  expect(explained.workspace.file).toBe(world.path('project/workspaces', name));
});
