import {describe, expect, it} from 'vitest';
import type {Deps} from '../../../../src/app/deps.ts';
import {describeKubeconfig} from '../../../../src/app/programs/describe-kubeconfig.ts';
import {exportEnvironment} from '../../../../src/app/programs/export-environment.ts';
import {giveCredential} from '../../../../src/app/programs/give-credential.ts';
import {openContext} from '../../../../src/app/programs/open-context.ts';
import {printKubeconfig} from '../../../../src/app/programs/print-kubeconfig.ts';
import {checkKubeconfig} from '../../../../src/app/workspace/check-kubeconfig.ts';
import {checkWorkspaces} from '../../../../src/app/workspace/check-workspaces.ts';
import {currentWorkspace} from '../../../../src/app/workspace/current-workspace.ts';
import {deleteWorkspace} from '../../../../src/app/workspace/delete-workspace.ts';
import {explainWorkspace} from '../../../../src/app/workspace/explain-workspace.ts';
import {exportWorkspace} from '../../../../src/app/workspace/export-workspace.ts';
import {showWorkspace} from '../../../../src/app/workspace/show-workspace.ts';
import {fakeSandboxes} from '../../../rig/fake-sandboxes.ts';
import {failureOf, rig} from '../workspace/rig.ts';

const PROJECT = {'project/project.yaml': 'name: shop\n'};
const FILE = {...PROJECT, 'project/workspaces/sandbox.yaml': 'context: {cluster: sandbox/mine}\n'};
const STORED = {sandbox: 'context: {cluster: sandbox/kept}\n'};

const IDENTITY = {
  server: 'https://127.0.0.1:4711',
  identity: 'abc',
  method: 'kube-system-uid',
  version: 'v1.34.4',
} as const;

describe('the workspace sandbox', () => {
  it.each([
    {name: "is the project's where it has one", given: {files: FILE}, place: 'file', leads: 'mine'},
    {name: "else the backend's", given: {files: PROJECT, stored: STORED}, place: 'backend', leads: 'kept'},
    {name: 'else it is there all the same', given: {}, place: 'built-in', leads: 'sandbox'},
  ])('the workspace sandbox: $name', async ({given, place, leads}) => {
    const {deps} = await rig(given);
    const {chosen, kubeconfig} = await openContext({workspace: 'sandbox'}, deps);
    expect({place: chosen.place, from: kubeconfig.from}).toEqual({place, from: {kind: 'sandbox', name: leads}});
  });

  it('the built-in workspace can be shown, exported and explained, without opening the sandbox', async () => {
    const {deps, connected} = await rig();
    expect(await showWorkspace({name: 'sandbox'}, deps)).toMatchObject({
      place: 'built-in',
      workspace: {name: 'sandbox', context: {cluster: 'sandbox'}},
    });
    const asked = {name: 'sandbox', flat: false, reveal: false, onTerminal: true};
    expect(await exportWorkspace(asked, deps)).toMatchObject({text: 'name: sandbox\ncontext:\n  cluster: sandbox\n'});
    expect(await explainWorkspace({name: 'sandbox'}, deps)).toMatchObject({
      kubeconfig: {field: 'context.cluster', from: 'sandbox', address: 'the sandbox sandbox'},
      values: [{name: 'kubeconfig', value: 'sandbox'}],
    });
    expect(connected).toEqual([]);
  });

  it('the built-in workspace is never chosen by default', async () => {
    const {deps} = await rig();
    expect(await failureOf(currentWorkspace({}, deps))).toEqual({code: 'workspace/not-chosen', known: ['sandbox']});
  });

  it('the built-in workspace cannot be deleted, and the error has a hint', async () => {
    const {deps} = await rig();
    expect(await failureOf(deleteWorkspace({name: 'sandbox', force: false}, deps))).toMatchObject({
      code: 'input/usage',
      message: 'the workspace sandbox is built in, and cannot be changed',
    });
  });

  it('the built-in workspace is not created by a check of all workspaces, but by a check of its own', async () => {
    const {deps, connected} = await rig({stored: {demo: 'context: {cluster: sandbox/demo}\n'}, identity: IDENTITY});
    const all = await checkWorkspaces({all: true, timeoutSeconds: 5}, deps);
    expect(all.workspaces.map(({name}) => name)).toEqual(['demo']);
    await checkWorkspaces({all: false, name: 'sandbox', timeoutSeconds: 5}, deps);
    expect(connected.map(({from}) => from)).toEqual([
      {kind: 'sandbox', name: 'demo'},
      {kind: 'sandbox', name: 'sandbox'},
    ]);
  });
});

describe('a workspace that leads to a sandbox', () => {
  it('a workspace of a sandbox is stored without creating the sandbox', async () => {
    const {deps, connected} = await rig();
    await checkKubeconfig({name: 'demo', scope: 'mine'}, 'context: {cluster: sandbox/demo}\n', deps);
    expect(connected).toEqual([]);
  });

  it('a workspace of a sandbox with an identity is refused with a message', async () => {
    const oidc = 'identity: {oidc: {issuer: "https://id.example", clientId: gantry}}\n';
    const {deps} = await rig({stored: {demo: `context: {cluster: sandbox}\n${oidc}`}});
    expect(await failureOf(openContext({workspace: 'demo'}, deps))).toMatchObject({
      code: 'context/kubeconfig',
      field: 'context.cluster',
      hint: 'Remove `identity`.',
    });
  });

  const given = {withLogin: true, isSeen: false, asJson: false, onStart: () => undefined};
  const exec = {
    KUBERNETES_EXEC_INFO: '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","spec":{}}',
  };

  it.each([
    {what: 'variables for a shell', ask: (deps: Deps) => exportEnvironment({...given, workspace: 'sandbox'}, deps)},
    {what: 'a kubeconfig', ask: (deps: Deps) => printKubeconfig({...given, workspace: 'sandbox'}, deps)},
    {what: 'where its kubeconfig leads', ask: (deps: Deps) => describeKubeconfig({workspace: 'sandbox'}, deps)},
    {what: 'a login', ask: (deps: Deps) => giveCredential({workspace: 'sandbox'}, deps)},
  ])('a workspace of a sandbox provides $what only while a process serves it', async ({ask}) => {
    const {deps} = await rig({env: exec});
    const idle = fakeSandboxes({sandbox: {objects: []}});
    expect(await failureOf(ask({...deps, sandboxes: async () => idle}))).toEqual({
      code: 'sandbox/not-served',
      name: 'sandbox',
    });
    expect(idle.did).toEqual([]);
    const up = fakeSandboxes({sandbox: {objects: [], served: {server: 'https://127.0.0.1:4711', pid: 42}}});
    // Further on this test has no doors: it is enough that another one is tried.
    await expect(ask({...deps, sandboxes: async () => up})).rejects.not.toMatchObject({
      failure: {code: 'sandbox/not-served'},
    });
  });
});
