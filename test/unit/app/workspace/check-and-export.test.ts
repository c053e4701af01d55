import {readFile, stat} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import type {Deps} from '../../../../src/app/deps.ts';
import {type CheckWorkspaces, checkWorkspaces} from '../../../../src/app/workspace/check-workspaces.ts';
import {createWorkspace} from '../../../../src/app/workspace/create-workspace.ts';
import {deleteWorkspace} from '../../../../src/app/workspace/delete-workspace.ts';
import {exportWorkspace} from '../../../../src/app/workspace/export-workspace.ts';
import {listWorkspaces} from '../../../../src/app/workspace/list-workspace.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import {failureOf, KUBECONFIG, type Rig, rig} from './rig.ts';
import {CLUSTER, pinOf} from './stored-release.ts';

const LEADS = 'context: {kubeconfig_path: ~/.kube/config}\n';
const request: CheckWorkspaces = {all: true, timeoutSeconds: 5};

async function world(
  stored: Readonly<Record<string, string>>,
  more: Partial<Deps> = {},
  clockOffset?: number,
): Promise<Rig> {
  const files = {'home/.kube/config': KUBECONFIG};
  const made = await rig({stored, identity: CLUSTER, files, ...(clockOffset === undefined ? {} : {clockOffset})});
  return {...made, deps: {...made.deps, ...more}};
}

const short = async (of: CheckWorkspaces, {deps}: Rig) =>
  (await checkWorkspaces(of, deps)).workspaces.map(({name, outcome, checks}) => ({
    name,
    outcome,
    wrong: checks.flatMap((check) => (check.outcome === 'passed' ? [] : [check.kind])),
  }));

describe('workspace check', () => {
  it('the check reports each workspace, and an error in one does not hide the others', async () => {
    const made = await world({
      good: `${LEADS}labels: {tier: a}\n`,
      broken: 'contxt: {}\n',
      gone: 'context: {kubeconfig_path: /gone}\n',
      elsewhere: LEADS,
      sleeps: `${LEADS}suspended: true\n`,
    });
    made.backend.write('pins/good.json', pinOf('good'));
    made.backend.write('pins/elsewhere.json', pinOf('elsewhere', {...CLUSTER, identity: 'another'}));
    expect(await short(request, made)).toEqual([
      {name: 'broken', outcome: 'failed', wrong: ['workspace']},
      {name: 'elsewhere', outcome: 'failed', wrong: ['pin']},
      {name: 'gone', outcome: 'failed', wrong: ['kubeconfig']},
      {name: 'good', outcome: 'passed', wrong: []},
      {name: 'sleeps', outcome: 'passed', wrong: ['pin']},
    ]);
    const {workspaces} = await checkWorkspaces(request, made.deps);
    expect(workspaces.find(({name}) => name === 'good')).toMatchObject({
      server: 'https://cluster.example:6443',
      version: CLUSTER.version,
      pin: 'same',
      suspended: false,
      labels: {tier: 'a'},
    });
    expect(workspaces.find(({name}) => name === 'sleeps')).toMatchObject({
      pin: 'none',
      suspended: true,
      checks: expect.arrayContaining([{kind: 'pin', outcome: 'not-bound'}]),
    });
  });

  it('the check writes nothing, so an unbound workspace stays unbound', async () => {
    const made = await world({good: LEADS});
    const before = [...made.backend.values.keys()];
    await checkWorkspaces(request, made.deps);
    expect([...made.backend.values.keys()]).toEqual(before);
  });

  it('the check can be limited by labels', async () => {
    const made = await world({a: `${LEADS}labels: {tier: x}\n`, b: LEADS});
    expect(await short({...request, all: false, labelSelector: 'tier=x'}, made)).toMatchObject([{name: 'a'}]);
  });

  it('the check warns about a certificate that expires within days', async () => {
    const made = await world({a: LEADS});
    const {connect} = made.deps;
    const deps: Deps = {
      ...made.deps,
      connect: async (source) => ({
        ...(await connect(source)),
        expires: {what: 'client certificate', at: '2026-01-03T00:00:00Z'},
      }),
    };
    expect((await checkWorkspaces(request, deps)).workspaces).toMatchObject([
      {outcome: 'warning', expires: {at: '2026-01-03T00:00:00Z'}},
    ]);
  });

  it.each([
    {offset: 29_000, outcome: 'passed'},
    {offset: 95_000, outcome: 'warning', message: /is 95 s behind that of the cluster/},
    {offset: -95_000, outcome: 'warning', message: /is 95 s ahead of that of the cluster/},
  ])(
    'the check of a cluster clock that is $offset ms ahead has the outcome $outcome',
    async ({offset, outcome, message}) => {
      const made = await world({a: LEADS}, {}, offset);
      const [found] = (await checkWorkspaces(request, made.deps)).workspaces;
      expect(found?.checks.find(({kind}) => kind === 'clock')).toEqual({
        kind: 'clock',
        outcome,
        ...(message === undefined ? {} : {message: expect.stringMatching(message)}),
      });
    },
  );

  it('the check reads each secret of the workspace, and shows none', async () => {
    const made = await world(
      {
        a: `${LEADS.replace('}', ', AWS_SECRET_ACCESS_KEY: ref://there, AWS_ACCESS_KEY_ID: ref://absent}')}secretStore: {provider: {env: {}}}\nsecretStores: {unused: {provider: {env: {}}}}\nproviders: {aws: {us: {access_key: ref://lost}}}\n`,
      },
      {
        secretStore: async () => ({
          name: 'env',
          first: 'whole',
          fetch: async ({name}) =>
            name[0] === 'there' ? {value: new Secret('canary')} : {because: 'it is not set', absent: true},
        }),
      },
    );
    const {workspaces} = await checkWorkspaces(request, made.deps);
    expect(workspaces[0]?.checks).toEqual(
      expect.arrayContaining([
        {kind: 'reference', name: 'ref://there', outcome: 'passed'},
        expect.objectContaining({kind: 'reference', name: 'ref://absent', outcome: 'failed'}),
        expect.objectContaining({kind: 'reference', name: 'ref://lost', outcome: 'failed'}),
        {kind: 'store', name: 'default', outcome: 'passed'},
        {kind: 'store', name: 'unused', outcome: 'passed'},
      ]),
    );
    expect(JSON.stringify(workspaces)).not.toContain('canary');
  });

  it('the check does not wait for a server that never answers', async () => {
    const made = await world({a: LEADS, b: LEADS});
    const deps: Deps = {
      ...made.deps,
      connect: async (source) => (source.workspace === 'a' ? new Promise(() => {}) : made.deps.connect(source)),
    };
    const checked = await checkWorkspaces({...request, timeoutSeconds: 0.05}, deps);
    expect(checked.workspaces).toMatchObject([
      {name: 'a', outcome: 'failed', checks: [{}, {failure: {code: 'context/kubeconfig'}}, {outcome: 'passed'}]},
      {name: 'b', outcome: 'passed'},
    ]);
  });
});

describe('workspace export', () => {
  const TEXT = '# ours\nextends: base\ncontext: {A: b} # theirs\n';

  it('the export is the stored text, from which the same workspace can be created', async () => {
    const made = await world({prod: TEXT, base: 'labels: {tier: x}\n'});
    const plain = {flat: false, reveal: false, onTerminal: true};
    expect(await exportWorkspace({name: 'prod', ...plain}, made.deps)).toMatchObject({text: TEXT, plaintext: []});
    const flat = await exportWorkspace({name: 'prod', ...plain, flat: true, out: 'prod.yaml'}, made.deps);
    expect(flat).toMatchObject({out: `${made.cwd}/prod.yaml`});
    const other = await rig({});
    await other.write('project/prod.yaml', await readFile(`${made.cwd}/prod.yaml`, 'utf8'));
    await createWorkspace({file: 'prod.yaml'}, other.deps);
    expect(new TextDecoder().decode(other.backend.values.get('workspaces/prod.yaml')?.value)).toBe(
      'name: prod\ncontext:\n  A: b\nlabels:\n  tier: x\n',
    );
  });

  it('the export leaves out credentials in plain text, unless they go into a private file', async () => {
    const made = await world({prod: 'context: {AWS_SECRET_ACCESS_KEY: canary}\n'});
    const base = {name: 'prod', flat: false, onTerminal: true};
    for (const refused of [
      {...base, reveal: false},
      {...base, reveal: false, onTerminal: false},
      {...base, reveal: false, out: 'x.yaml'},
      {...base, reveal: true},
    ]) {
      const failure = await failureOf(exportWorkspace(refused, made.deps));
      expect(failure).toMatchObject({code: 'input/usage', message: expect.stringContaining('AWS_SECRET_ACCESS_KEY')});
      expect(JSON.stringify(failure)).not.toContain('canary');
    }
    await exportWorkspace({...base, reveal: true, out: 'x.yaml'}, made.deps);
    expect((await stat(`${made.cwd}/x.yaml`)).mode & 0o777).toBe(0o600);
    expect(await exportWorkspace({...base, reveal: true, onTerminal: false}, made.deps)).toMatchObject({
      text: expect.stringContaining('canary'),
    });
  });

  it('the export never overwrites a file', async () => {
    const made = await world({prod: ''});
    await made.write('project/x.yaml', 'mine');
    const out = exportWorkspace({name: 'prod', flat: false, reveal: false, onTerminal: true, out: 'x.yaml'}, made.deps);
    expect(await failureOf(out)).toMatchObject({code: 'input/invalid'});
    expect(await readFile(`${made.cwd}/x.yaml`, 'utf8')).toBe('mine');
  });
});

describe('a workspace that names another one', () => {
  it.each([
    {name: 'extends', text: 'extends: base\n'},
    {
      name: 'context.kubeconfig_secret.workspace',
      text: 'context: {kubeconfig_secret: {name: s, namespace: tenants, workspace: base}}\n',
    },
    {
      name: 'secretStore.provider.kubernetes.workspace',
      text: 'secretStore: {provider: {kubernetes: {namespace: tenants, workspace: base}}}\n',
    },
    {
      name: 'secretStores.other.provider.kubernetes.workspace',
      text: 'secretStores: {other: {provider: {kubernetes: {namespace: tenants, workspace: base}}}}\n',
    },
  ])('a reference by $name prevents the deletion, unless it is forced', async ({name, text}) => {
    const made = await world({base: '', needs: text});
    expect(await failureOf(deleteWorkspace({name: 'base', force: false}, made.deps))).toEqual({
      code: 'workspace/needed',
      name: 'base',
      by: [`needs (${name})`],
    });
    expect(await deleteWorkspace({name: 'base', force: true}, made.deps)).toMatchObject({needed: [`needs (${name})`]});
  });

  it('the list shows the workspace that a workspace extends', async () => {
    const made = await world({base: 'labels: {tier: x}\n', own: 'extends: base\n'});
    expect((await listWorkspaces({labelSelector: 'tier=x'}, made.deps)).workspaces).toMatchObject([
      {name: 'base'},
      {name: 'own', extends: 'base'},
    ]);
  });
});

it('a new workspace is not bound to the cluster of one whose deletion was interrupted', async () => {
  const made = await world({});
  made.backend.write('pins/prod.json', pinOf('prod'));
  await createWorkspace({name: 'prod', kubeconfig: '~/.kube/config'}, made.deps);
  expect(made.backend.values.has('pins/prod.json')).toBe(false);
});
