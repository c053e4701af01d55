import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {TraceEvent} from '../../src/adapters/local/profile/trace-event.ts';
import {SeveralOutput} from '../../src/ui/output/several-output.ts';
import {streamOf} from '../rig/event-stream.ts';
import {configMap, deployment, failing} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startGantry} from '../rig/program.ts';
import {filesOf, makeProject, type ProjectStack} from '../rig/project.ts';
import {secondCluster} from '../rig/second-cluster.ts';
import type {Ran, Stack} from '../rig/stack.ts';

type Answer = {
  readonly stacks: readonly {
    readonly stack: string;
    readonly workspace?: string;
    readonly outcome: string;
    readonly because?: string;
    readonly error?: {readonly code: string};
  }[];
  readonly summary: {readonly stacks: number; readonly changes: number};
  readonly exitCode: number;
};

const CONTEXT_NAMESPACE = '${context:namespace}';

onCluster('one run over several workspaces', (cluster) => {
  const {kubeconfigPath} = cluster;
  const plain = (name: string, data = {from: name}): ProjectStack => ({
    head: {workspace: undefined},
    manifests: {[name]: configMap(name, data)},
  });
  const workspace = (namespace: string, labels: Readonly<Record<string, string>> = {}) => ({
    labels,
    context: {kubeconfig_path: kubeconfigPath, namespace},
  });
  const unreachable = {
    labels: {tier: 'staging'},
    context: {
      namespace: 'default',
      kubeconfig_content: JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'c',
        contexts: [{name: 'c', context: {cluster: 'c', user: 'u'}}],
        clusters: [{name: 'c', cluster: {server: 'https://127.0.0.1:1'}}],
        users: [{name: 'u', user: {token: 't'}}],
      }),
    },
  };

  /** Two workspaces in two namespaces of the cluster, and stacks that take their namespace from the workspace. */
  async function project(stacks: Readonly<Record<string, ProjectStack>>) {
    const [eu, us] = [cluster.freshNamespace('eu'), cluster.freshNamespace('us')];
    const made = await makeProject({kubeconfigPath, namespace: CONTEXT_NAMESPACE, stacks});
    await made.write({
      'workspaces/eu.yaml': workspace(eu, {tier: 'staging'}),
      'workspaces/us.yaml': workspace(us, {tier: 'staging', region: 'us'}),
    });
    return {made, eu, us};
  }

  const at = (namespace: string, name: string) => ({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});
  const rows = ({stacks}: Answer) => stacks.map(({stack, workspace: of, outcome}) => `${stack} ${of} ${outcome}`);

  async function answer(made: Stack, args: readonly string[]): Promise<Answer & Ran> {
    const ran = await made.json<Answer>(args);
    expect(SeveralOutput.safeParse(ran.document).error?.issues, ran.stdout).toBeUndefined();
    expect(ran.document.exitCode, ran.stdout).toBe(ran.code);
    return {...ran, ...ran.document};
  }

  it('stacks are planned, applied, checked and destroyed in each workspace of one run', async () => {
    const {made, eu, us} = await project({
      base: plain('base'),
      web: {...plain('web'), head: {workspace: undefined, dependsOn: ['base']}},
    });
    const both = ['--all', '-w', 'eu', '-w', 'us'];
    const preview = await answer(made, ['preview', ...both, '--exit-code']);
    expect(preview, preview.stderr).toMatchObject({code: 2, summary: {stacks: 4}});
    expect(rows(preview)).toEqual(['base eu changes', 'web eu changes', 'base us changes', 'web us changes']);
    expect(rows(await answer(made, ['apply', ...both, '--yes']))).toEqual([
      'base eu applied',
      'web eu applied',
      'base us applied',
      'web us applied',
    ]);
    for (const namespace of [eu, us]) expect(await cluster.get(at(namespace, 'web'))).toBeDefined();
    expect(await answer(made, ['preview', ...both, '--exit-code'])).toMatchObject({code: 0, summary: {changes: 0}});
    const status = await answer(made, ['status', '--all', '-l', 'tier=staging', '--exit-code']);
    expect(rows(status)).toEqual(['base eu ready', 'web eu ready', 'base us ready', 'web us ready']);
    const drift = await made.json<{stacks: readonly object[]}>(['drift', ...both, '--exit-code']);
    expect(drift, drift.stdout).toMatchObject({code: 0});
    expect(drift.document.stacks).toMatchObject([
      {stack: 'base', workspace: 'eu'},
      {stack: 'web', workspace: 'eu'},
      {stack: 'base', workspace: 'us'},
      {stack: 'web', workspace: 'us'},
    ]);
    const gone = await answer(made, ['destroy', ...both, '--yes', '--allow-delete', 'all']);
    expect(rows(gone)).toEqual(['web eu destroyed', 'base eu destroyed', 'web us destroyed', 'base us destroyed']);
    for (const namespace of [eu, us]) expect(await cluster.get(at(namespace, 'web'))).toBeUndefined();
  });

  it.each([
    {how: 'a repeated -w', args: ['-w', 'us', '-w', 'eu'], want: ['us', 'eu']},
    {how: 'a pattern', args: ['-w', '?[su]', '-w', 'e*'], want: undefined},
    {how: 'a pattern of names', args: ['-w', '?u', '-w', 'u*'], want: ['eu', 'us']},
    {how: 'labels', args: ['-l', 'tier in (staging),region'], want: ['us']},
    {how: 'a file and a name', args: ['-w', 'workspaces/us.yaml', '-w', 'eu'], want: ['us', 'eu']},
  ])('$how selects workspaces for the stack of the directory', async ({args, want}) => {
    const {made} = await project({base: plain('base'), web: plain('web')});
    const ran = await made.json<Answer>(['-C', 'web', 'preview', ...args.map((one) => one.replace(/^w/, '../w'))]);
    if (want === undefined) expect(ran, ran.stdout).toMatchObject({code: 3});
    else expect(ran.document.stacks.map((one) => `${one.stack} ${one.workspace}`)).toEqual(want.map((w) => `web ${w}`));
  });

  it('every plan has a header, and one question names all workspaces and clusters', async () => {
    const {made, eu, us} = await project({web: plain('web')});
    const no = await made.gantry(['-C', 'web', 'apply', '-w', 'eu', '-w', 'us', '--color', 'never'], {typed: 'n\n'});
    expect(no.code, no.stderr).toBe(1);
    expect(no.stderr.match(/\[y\/N\]/g)).toHaveLength(1);
    expect(no.stderr).toMatch(
      /Apply 4 changes of 1 stack to workspace eu \(from -w\) on https:\S+, workspace us \(from -w\) on https:/,
    );
    for (const [name, namespace] of [
      ['eu', eu],
      ['us', us],
    ]) {
      expect(no.stderr).toContain(`── shop/web/${name} ──`);
      expect(no.stderr).toMatch(new RegExp(`Namespace +${namespace}`));
    }
    expect(await cluster.get(at(eu, 'web'))).toBeUndefined();
    const yes = await made.gantry(['-C', 'web', 'apply', '-w', 'eu', '-w', 'us', '--color', 'never'], {typed: 'y\n'});
    expect(yes, yes.stderr).toMatchObject({code: 0});
    expect(yes.stdout).toContain('1 stack in 2 workspaces: 2 applied.');
    const kept = await made.gantry(['destroy', '--all', '-w', 'eu', '-w', 'us', '--allow-delete', 'all'], {
      typed: 'eu\n',
    });
    expect(kept, kept.stderr).toMatchObject({code: 1, stderr: expect.stringContaining('(eu us)')});
    expect(await cluster.get(at(eu, 'web'))).toBeDefined();
  });

  it('two workspaces of one cluster share its discovery, schemas, identity and lists', async () => {
    const names = ['a', 'b', 'c'];
    const {made, eu, us} = await project(Object.fromEntries(names.map((name) => [name, plain(name)])));
    const both = ['--all', '-w', 'eu', '-w', 'us'];
    const applied = await made.gantry(['apply', ...both, '--yes']);
    expect(applied, applied.stdout).toMatchObject({code: 0});
    const preview = await made.gantry(['preview', ...both, '--exit-code', '--profile', 'trace.json']);
    expect(preview, preview.stdout).toMatchObject({code: 0});
    const {traceEvents} = JSON.parse(await readFile(join(made.dir, 'trace.json'), 'utf8')) as {
      traceEvents: readonly TraceEvent[];
    };
    const requests = traceEvents.flatMap((event) => ('cat' in event && event.cat === 'request' ? [event.name] : []));
    for (const once of [
      'GET /version',
      'GET /apis',
      'GET /openapi/v3',
      'GET /api/v1/namespaces/kube-system',
      'list v1 ConfigMap',
      `get v1 Namespace ${eu}`,
      `get v1 Namespace ${us}`,
    ])
      expect([once, requests.filter((name) => name === once).length], requests.join(', ')).toEqual([once, 1]);
    expect(requests.length, requests.join(', ')).toBeLessThan(14);
  });

  it('a workspace without a cluster does not hide the others, and is reported before the question', async () => {
    const {made, eu, us} = await project({web: plain('web')});
    await made.write({'workspaces/lost.yaml': unreachable});
    const preview = await answer(made, ['preview', '--all', '-l', 'tier=staging']);
    expect(rows(preview)).toEqual(['web eu changes', 'web lost failed', 'web us changes']);
    expect(preview.stacks[1]?.error?.code, preview.stdout).toBe('cluster/unreachable');
    expect(preview.code).toBe(1);
    const no = await made.gantry(['apply', '--all', '-l', 'tier=staging', '--color', 'never'], {typed: 'n\n'});
    expect(no.stderr.indexOf('── shop/web/lost ──'), no.stderr).toBeGreaterThan(0);
    expect(no.stderr.indexOf('── shop/web/lost ──')).toBeLessThan(no.stderr.indexOf('[y/N]'));
    expect(await cluster.get(at(eu, 'web'))).toBeUndefined();
    const yes = await answer(made, ['apply', '--all', '-l', 'tier=staging', '--yes']);
    expect(rows(yes)).toEqual(['web eu applied', 'web lost failed', 'web us applied']);
    expect(yes.code).toBe(1);
    for (const namespace of [eu, us]) expect(await cluster.get(at(namespace, 'web'))).toBeDefined();
    expect(rows(await answer(made, ['status', '-s', 'shop/web', '-l', 'tier=staging']))).toEqual([
      'web eu ready',
      'web lost failed',
      'web us ready',
    ]);
  });

  it('two workspaces with the same objects are refused before the question', async () => {
    const {made, eu} = await project({web: plain('web')});
    await made.write({'workspaces/us.yaml': workspace(eu)});
    for (const args of [['preview'], ['apply', '--yes'], ['preview', '--save', 'plans']]) {
      const ran = await made.gantry([...args, '--all', '-w', 'eu', '-w', 'us']);
      expect(ran, ran.stdout).toMatchObject({code: 5});
      expect(ran.stderr).toContain('The workspaces "eu" and "us" use the same cluster');
      expect(ran.stderr).toContain(`v1:ConfigMap:${eu}:web`);
    }
    expect(await cluster.get(at(eu, 'web'))).toBeUndefined();
  });

  it('plans of several workspaces are saved and applied together, each to its own workspace', async () => {
    const {made, eu, us} = await project({
      base: plain('base'),
      web: {...plain('web'), head: {workspace: undefined, dependsOn: ['base']}},
    });
    const both = ['--all', '-w', 'eu', '-w', 'us'];
    const saved = await made.gantry(['preview', ...both, '--save', 'plans']);
    expect(saved, saved.stderr).toMatchObject({code: 0});
    expect((await readdir(join(made.dir, 'plans'))).toSorted()).toEqual(['eu', 'plans.json', 'us']);
    const good = await made.gantry(['apply', 'plans', '--dry-run']);
    expect(good, good.stdout + good.stderr).toMatchObject({code: 0, stderr: expect.stringContaining('still valid')});
    await made.write(filesOf('web', plain('web', {from: 'another'}), CONTEXT_NAMESPACE));
    const stale = await answer(made, ['apply', 'plans']);
    expect(rows(stale)).toEqual(['base eu applied', 'web eu failed', 'base us applied', 'web us failed']);
    expect(stale.code).toBe(5);
    for (const namespace of [eu, us]) {
      expect(await cluster.get(at(namespace, 'base'))).toBeDefined();
      expect(await cluster.get(at(namespace, 'web'))).toBeUndefined();
    }
  });

  const neverReady = (name: string): ProjectStack => ({
    head: {workspace: undefined},
    manifests: {[name]: deployment(name, {annotations: failing('never-ready')})},
  });

  it('an interrupt ends the stacks of every workspace, and frees each lock', async () => {
    const after = {head: {workspace: undefined, dependsOn: ['web']}, manifests: {last: configMap('last', {})}};
    const {made, eu, us} = await project({web: neverReady('web'), last: after});
    const interrupt = new AbortController();
    const both = ['--all', '-w', 'eu', '-w', 'us'];
    const stopped = await made.gantry(['apply', ...both, '--yes', '-o', 'jsonl'], {
      signal: interrupt.signal,
      onStdout: (text) => {
        if (/"type":"step-applied"[^\n]*:web"/.test(text)) interrupt.abort('SIGINT');
      },
    });
    expect(stopped.code, stopped.stderr).toBe(130);
    const lines = streamOf(stopped);
    const ofStacks = lines.filter(({stack}) => stack !== undefined);
    expect(new Set(ofStacks.map(({workspace: of}) => of))).toEqual(new Set(['eu', 'us']));
    const ended = lines.filter(({type, step}) => type === 'stack-done' && step === 'apply');
    expect(ended.map(({stack, workspace: of}) => [stack, of].join(' ')).toSorted()).toEqual(
      ['last', 'web'].flatMap((name) => [`${name} eu`, `${name} us`]),
    );
    for (const [name, namespace] of Object.entries({eu, us})) {
      const {document} = await made.json<{locked?: object}>(['release', 'list', '-s', 'shop/web', '-w', name]);
      expect(document.locked).toBeUndefined();
      expect(await cluster.get(at(namespace, 'last'))).toBeUndefined();
    }
  });

  it('a stack that another run has locked in one workspace is applied in the other', async () => {
    const {made} = await project({web: neverReady('web')});
    const holder = startGantry(made, ['apply', '-s', 'web', '-w', 'eu', '--yes', '-o', 'jsonl']);
    await holder.event('step-applied', ({id}) => String(id).endsWith(':web'));
    await made.write(
      filesOf('web', {head: {workspace: undefined}, manifests: {web: deployment('web')}}, CONTEXT_NAMESPACE),
    );
    const ran = await answer(made, ['apply', '--all', '-w', 'eu', '-w', 'us', '--yes', '--lock-timeout', '0']);
    expect(rows(ran), ran.stdout).toEqual(['web eu failed', 'web us applied']);
    expect(ran.stacks[0]?.error?.code).toBe('release/locked');
    expect(ran.code).toBe(5);
  });

  it('two clusters share nothing, and each workspace resolves its own secrets', async () => {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'login'},
      stringData: {password: 'ref://PASSWORD'},
    };
    const {made, eu} = await project({
      web: {...plain('web'), manifests: {login: secret, web: configMap('web', {})}},
      api: plain('api'),
      db: plain('db'),
    });
    const {cluster: entry, user} = await secondCluster();
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{name: 'c', cluster: entry}],
      users: [{name: 'c', user}],
      contexts: [{name: 'c', context: {cluster: 'c', user: 'c'}}],
      'current-context': 'c',
    };
    const store = (prefix: string) => ({secretStore: {provider: {env: {prefix}}}});
    await made.write({
      'second.yaml': config,
      'workspaces/eu.yaml': {...workspace(eu), ...store('EU_')},
      // The same namespace in two clusters is not a conflict.
      'workspaces/us.yaml': {context: {kubeconfig_path: '../second.yaml', namespace: eu}, ...store('US_')},
    });
    const env = {EU_PASSWORD: 'canary-of-eu', US_PASSWORD: 'canary-of-us'};
    for (const name of ['eu', 'us']) await made.allow(name, {env});
    const all = ['--all', '-w', 'eu', '-w', 'us'];
    const applied = await made.gantry(['apply', ...all, '--yes'], {env});
    expect(applied, applied.stdout + applied.stderr).toMatchObject({code: 0});
    const live = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace: eu, name: 'login'});
    expect(live).toMatchObject({data: {password: Buffer.from('canary-of-eu').toString('base64')}});
    const preview = await made.gantry(['preview', ...all, '--exit-code', '--profile', 'trace.json'], {env});
    expect(preview, preview.stdout).toMatchObject({code: 0});
    const {traceEvents} = JSON.parse(await readFile(join(made.dir, 'trace.json'), 'utf8')) as {
      traceEvents: readonly TraceEvent[];
    };
    const lists = traceEvents.filter(({name}) => name === 'list v1 ConfigMap');
    expect(lists).toHaveLength(2);
    expect(applied.stdout + applied.stderr + preview.stdout + preview.stderr).not.toContain('canary-of');
  });

  it('a misspelt workspace is reported once, and the commands for one workspace refuse several', async () => {
    const {made} = await project({a: plain('a'), b: plain('b'), c: plain('c')});
    for (const args of [
      ['preview', '--all', '-w', 'ue'],
      ['preview', '--all', '-w', 'us', '-w', 'ue'],
      ['apply', '--all', '-w', 'ue', '--yes'],
    ]) {
      const ran = await made.gantry(args);
      expect(ran.code, ran.stdout).toBe(3);
      expect((ran.stdout + ran.stderr).match(/"ue"/g), ran.stderr).toHaveLength(1);
    }
    const logs = await made.gantry(['logs', '-s', 'a', '-w', 'eu', '-w', 'us']);
    expect(logs).toMatchObject({code: 3, stderr: expect.stringContaining('takes one workspace. Run it for each.')});
    const both = await made.gantry(['preview', '--all', '-w', 'eu', '-l', 'tier=staging']);
    expect(both).toMatchObject({code: 3, stderr: expect.stringContaining('-w and -l cannot be used together')});
    for (const none of [
      ['-l', 'tier=prod'],
      ['-w', 'asia-*'],
    ]) {
      const ran = await made.gantry(['apply', '--all', '--yes', ...none]);
      expect(ran).toMatchObject({code: 3, stderr: expect.stringContaining('Known workspaces: eu, test, us.')});
    }
    expect(await made.gantry(['build', '--all', '-w', 'eu', '-w', 'us'])).toMatchObject({code: 3});
    expect(rows(await answer(made, ['build', '-s', 'a', '-w', 'eu', '-w', 'us']))).toEqual([
      'a eu built',
      'a us built',
    ]);
    expect(rows(await answer(made, ['validate', '-s', 'a', '-w', '?u', '-w', 'us']))).toEqual([
      'a eu valid',
      'a us valid',
    ]);
  });
});
