import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {execa} from 'execa';
import {expect, it} from 'vitest';
import {PlanSetOutput} from '../../src/config/documents/plan-set-output.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {EventOutput} from '../../src/ui/output/event-output.ts';
import {SeveralOutput} from '../../src/ui/output/several-output.ts';
import {streamOf} from '../rig/event-stream.ts';
import {configMap, deployment, failing, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {filesOf, makeProject, type ProjectStack} from '../rig/project.ts';
import type {Ran, Stack} from '../rig/stack.ts';

type Answer = {
  readonly stacks: readonly {
    readonly project: string;
    readonly stack: string;
    readonly workspace?: string;
    readonly outcome: string;
    readonly exitCode: number;
    readonly because?: string;
    readonly result?: Plan;
    readonly error?: {readonly code: string; readonly diagnostics: readonly {readonly message: string}[]};
  }[];
  readonly summary: {readonly stacks: number; readonly changes: number};
  readonly diagnostics: readonly {readonly code: string; readonly message: string}[];
  readonly exitCode: number;
};

const ADDED = (): string => 'metadata.labels.theirs';
const ID = (namespace: string): string => `apps/v1:Deployment:${namespace}:web`;

onCluster('several stacks in one run', (cluster) => {
  const {kubeconfigPath} = cluster;
  const at = (namespace: string, name: string) => ({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});
  const stack = (name: string, dependsOn: readonly string[] = [], data = {from: name}): ProjectStack => ({
    head: {dependsOn},
    manifests: {[name]: configMap(name, data)},
  });

  async function project(stacks: Readonly<Record<string, ProjectStack>>) {
    const namespace = cluster.freshNamespace();
    const made = await makeProject({kubeconfigPath, namespace, stacks});
    const write = (name: string, one: ProjectStack) => made.write(filesOf(name, one, namespace));
    return {made, namespace, write};
  }

  const outcomes = ({stacks}: Answer) => stacks.map((one) => [one.stack, one.outcome]);

  /** Its one document, which is what the schema says. */
  async function answer(made: Stack, args: readonly string[]): Promise<Answer & Ran> {
    const ran = await made.json<Answer>(args);
    const {error} = SeveralOutput.safeParse(ran.document);
    expect(error?.issues, ran.stdout).toBeUndefined();
    expect(ran.document.exitCode, ran.stdout).toBe(ran.code);
    return {...ran, ...ran.document};
  }

  it('stacks run in the order of their dependencies, and a destroy in reverse', async () => {
    const stacks = {web: stack('web', ['api']), api: stack('api', ['base']), base: stack('base')};
    const {made, namespace} = await project(stacks);
    const preview = await answer(made, ['preview', '--all', '--exit-code']);
    expect(preview, preview.stderr).toMatchObject({code: 2, summary: {stacks: 3}});
    expect(outcomes(preview)).toEqual([
      ['base', 'changes'],
      ['api', 'changes'],
      ['web', 'changes'],
    ]);
    const applied = await answer(made, ['apply', '--all', '--yes']);
    expect(applied, applied.stdout).toMatchObject({code: 0});
    expect(outcomes(applied)).toEqual([
      ['base', 'applied'],
      ['api', 'applied'],
      ['web', 'applied'],
    ]);
    expect(await cluster.get(at(namespace, 'web'))).toMatchObject({data: {from: 'web'}});
    const again = await answer(made, ['preview', '--all', '--exit-code']);
    expect(again, again.stdout).toMatchObject({code: 0, summary: {changes: 0}});
    const status = await answer(made, ['status', '--all', '-w', 'test', '--exit-code']);
    expect(outcomes(status).map(([, outcome]) => outcome)).toEqual(['ready', 'ready', 'ready']);
    const drift = await made.json<{stacks: readonly object[]}>(['drift', '-s', 'web', '-s', 'shop/base']);
    expect(drift.document.stacks).toMatchObject([{stack: 'base'}, {stack: 'web'}]);
    const gone = await answer(made, ['destroy', '--all', '--yes', '--allow-delete', 'all']);
    expect(gone, gone.stdout).toMatchObject({code: 0});
    expect(outcomes(gone).map(([name]) => name)).toEqual(['web', 'api', 'base']);
    expect(await cluster.get(at(namespace, 'base'))).toBeUndefined();
  });

  it('a failing stack stops only its dependants, and the worst exit code is that of the run', async () => {
    const failed = {
      head: {dependsOn: ['base']},
      manifests: {api: deployment('api', {annotations: failing('never-ready')})},
    };
    const stacks = {base: stack('base'), api: failed, web: stack('web', ['api']), alone: stack('alone')};
    const {made, namespace, write} = await project(stacks);
    const ran = await answer(made, ['apply', '--all', '--yes', '--timeout', '2s']);
    expect(ran.code, ran.stdout).toBe(6);
    expect(outcomes(ran)).toEqual([
      ['alone', 'applied'],
      ['base', 'applied'],
      ['api', 'failed'],
      ['web', 'skipped'],
    ]);
    expect(ran.stacks.at(-1)).toMatchObject({because: 'shop/api', exitCode: 1});
    expect(await cluster.get(at(namespace, 'web'))).toBeUndefined();
    // Wrong files are found before anything is asked, and the others go on all the same.
    await write('api', {head: {dependsOn: ['base']}, manifests: {api: {...configMap('api', {}), dta: {}}}});
    await write('alone', stack('alone', [], {from: 'changed'}));
    const wrong = await answer(made, ['apply', '--all', '--yes']);
    expect(wrong.code, wrong.stdout).toBe(3);
    expect(outcomes(wrong)).toEqual([
      ['alone', 'applied'],
      ['base', 'unchanged'],
      ['api', 'failed'],
      ['web', 'skipped'],
    ]);
    const text = await made.gantry(['apply', '--all', '--yes']);
    expect(text.stdout).toMatch(/shop\/web +- +skipped \(shop\/api\)/);
    expect(text.stdout).toContain('4 stacks: 2 unchanged, 1 failed, 1 skipped.');
  });

  it('all stacks are shown together and confirmed once, and a no changes none of them', async () => {
    const {made, namespace} = await project({base: stack('base'), web: stack('web', ['base'])});
    const no = await made.gantry(['apply', '--all'], {typed: 'n\n'});
    expect(no).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('of 2 stacks to workspace test (from stack.yaml)'),
    });
    expect(no.stderr.match(/\[y\/N\]/g)).toHaveLength(1);
    expect(await cluster.get(at(namespace, 'base'))).toBeUndefined();
    const yes = await made.gantry(['apply', '--all'], {typed: 'y\n'});
    expect(yes, yes.stderr).toMatchObject({code: 0});
    const kept = await made.gantry(['destroy', '--all', '--allow-delete', 'all'], {typed: 'shop\n'});
    expect(kept, kept.stderr).toMatchObject({code: 1, stderr: expect.stringContaining('Type its name (test)')});
    const gone = await made.gantry(['destroy', '--all', '--allow-delete', 'all'], {typed: 'test\n'});
    expect(gone, gone.stderr).toMatchObject({code: 0});
  });

  it('a later stack uses a CRD, a namespace or an account of an earlier one without an error', async () => {
    const group = `g${cluster.freshNamespace().replaceAll('-', '')}.example`;
    const other = cluster.freshNamespace();
    const base = {
      manifests: {
        crd: widgetDefinition({group}),
        namespace: {apiVersion: 'v1', kind: 'Namespace', metadata: {name: other}},
      },
    };
    const widget = {apiVersion: `${group}/v1`, kind: 'Widget', metadata: {name: 'one'}, spec: {}};
    const web = {head: {dependsOn: ['base']}, manifests: {widget, there: configMap('there', {}, {namespace: other})}};
    const {made} = await project({base, web});
    const preview = await answer(made, ['preview', '--all']);
    expect(preview, preview.stdout).toMatchObject({code: 0});
    expect(preview.stacks[1]?.result?.changes.map(({reason}) => reason)).toEqual(
      expect.arrayContaining(['its kind is created by shop/base', 'its namespace is created by shop/base']),
    );
    const applied = await answer(made, ['apply', '--all', '--yes']);
    expect(applied, applied.stdout).toMatchObject({code: 0});
    expect(await answer(made, ['preview', '--all', '--exit-code'])).toMatchObject({code: 0, summary: {changes: 0}});
    expect(await answer(made, ['destroy', '--all', '--yes', '--allow-delete', 'all'])).toMatchObject({code: 0});
  });

  it('plans that are saved together are applied together: each exactly, or not at all with its dependants', async () => {
    const {made, namespace, write} = await project({
      base: stack('base'),
      web: stack('web', ['base']),
      api: stack('api'),
    });
    const saved = await answer(made, ['preview', '--all', '--save', 'plans/']);
    expect(saved, saved.stderr).toMatchObject({code: 0, stderr: expect.stringContaining('gantry apply plans')});
    const valid = await answer(made, ['apply', 'plans/', '--dry-run']);
    expect(valid, valid.stderr).toMatchObject({code: 0, stderr: expect.stringContaining('All plans are still valid')});
    const set = JSON.parse(await readFile(join(made.dir, 'plans', 'plans.json'), 'utf8')) as unknown;
    expect(PlanSetOutput.safeParse(set).error).toBeUndefined();
    // One of them has moved: it is not applied, and what depends on it neither.
    await write('base', stack('base', [], {from: 'edited'}));
    const stale = await answer(made, ['apply', 'plans']);
    expect(stale.code, stale.stdout).toBe(5);
    expect(outcomes(stale)).toEqual([
      ['api', 'applied'],
      ['base', 'failed'],
      ['web', 'skipped'],
    ]);
    expect(stale.stacks[1]?.error).toMatchObject({code: 'plan/stale'});
    await answer(made, ['preview', '--all', '--save', 'plans/']);
    const applied = await answer(made, ['apply', 'plans/']);
    expect(applied, applied.stdout).toMatchObject({code: 0});
    expect(await cluster.get(at(namespace, 'base'))).toMatchObject({data: {from: 'edited'}});
    expect(await made.gantry(['preview', '--all', '--save', 'plan.json'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Pass a directory, for example --save plans/'),
    });
    await rm(join(made.dir, 'plans', 'plans.json'));
    expect(await made.gantry(['apply', 'plans'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('plans.json'),
    });
  });

  it('each stack appears in the stream, in its own section of the Markdown, and in one list of cases', async () => {
    const {made} = await project({base: stack('base'), web: stack('web', ['base'])});
    const reports = ['--report', 'junit=junit.xml', '--report', 'markdown=plan.md'];
    const ran = await made.gantry(['apply', '--all', '--yes', '-o', 'jsonl', ...reports]);
    const lines = streamOf(ran);
    for (const line of lines) expect(EventOutput.safeParse(line).error).toBeUndefined();
    expect(lines.filter(({type}) => type === 'stack-started').map(({stack: name, step}) => [name, step])).toEqual([
      ['base', 'plan'],
      ['web', 'plan'],
      ['base', 'apply'],
      ['web', 'apply'],
    ]);
    const steps = lines.filter(({type}) => type === 'step-done' || type === 'plan-made');
    expect(steps.length).toBeGreaterThan(3);
    for (const line of steps)
      expect(line, JSON.stringify(line)).toMatchObject({project: 'shop', stack: expect.any(String)});
    expect(lines.at(-1)).toMatchObject({type: 'result', exitCode: 0, stacks: [{stack: 'base'}, {stack: 'web'}]});
    const markdown = await readFile(join(made.dir, 'plan.md'), 'utf8');
    expect(markdown).toContain('| `shop/web` | `test` | applied |');
    expect(markdown.match(/### Gantry: `shop\/(base|web)` in `test`/g)).toHaveLength(2);
    expect(markdown).toContain('<!-- gantry:shop/base/test -->');
    const junit = await readFile(join(made.dir, 'junit.xml'), 'utf8');
    expect(junit).toMatch(/shop\/base/);
    expect(junit).toMatch(/shop\/web/);
  });

  it('an interrupt stops all stacks, and reports the progress correctly', async () => {
    const {made, namespace} = await project({
      base: {manifests: {base: deployment('base', {annotations: failing('never-ready')})}},
      web: stack('web', ['base']),
      xtra: stack('xtra'),
    });
    const abort = new AbortController();
    const ran = await made.gantry(['apply', '--all', '--yes', '-o', 'jsonl'], {
      signal: abort.signal,
      onStdout: (text) => void (text.includes('"step-waiting"') && abort.abort('SIGINT')),
    });
    expect(ran.code, ran.stdout).toBe(130);
    const end = streamOf(ran).at(-1) as unknown as Answer;
    expect(outcomes(end)).toEqual([
      ['base', 'failed'],
      ['web', 'stopped'],
      ['xtra', 'stopped'],
    ]);
    expect(await cluster.get(at(namespace, 'xtra'))).toBeUndefined();
  });

  it('an image or a permission applies to the stacks that contain it, and for none it is an error', async () => {
    const {made} = await project({
      base: stack('base'),
      web: {manifests: {web: deployment('web', {replicas: 1})}},
    });
    const image = ['--image', 'nginx=nginx:1.99'];
    const preview = await answer(made, ['preview', '--all', ...image]);
    expect(preview, preview.stdout).toMatchObject({code: 0});
    expect(JSON.stringify(preview.stacks[1]?.result)).toContain('nginx:1.99');
    const wrong = await made.gantry(['preview', '--all', '--image', 'ngnix=x:1']);
    expect(wrong).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no container of these stacks uses this image'),
    });
    const none = await made.gantry(['preview', '--all', '--adopt', 'v1:ConfigMap:x:y']);
    expect(none).toMatchObject({code: 3, stderr: expect.stringContaining('none of these stacks has such a resource')});
    const target = await made.gantry(['preview', '--all', '--target', 'kind=ConfigMap']);
    expect(target).toMatchObject({code: 3, stderr: expect.stringContaining('with one stack')});
  });

  it.each([
    {title: 'an --ignore that one stack uses', flag: '--ignore', value: () => 'Deployment:spec.replicas', warned: []},
    {title: 'an --ignore that none uses', flag: '--ignore', value: () => 'spec.nowhere', warned: ['ignore/unused']},
    {title: 'a --revert-added that one stack uses', flag: '--revert-added', value: ADDED, warned: []},
    {title: 'the id of one stack to revert', flag: '--revert-added', value: ID, warned: []},
    {title: 'a --revert-added that none uses', flag: '--revert-added', value: () => 'spec.x', warned: ['added/unused']},
  ])('$title is warned about at most once in the whole run', async ({flag, value, warned}) => {
    const {made, namespace} = await project({
      base: stack('base'),
      web: {manifests: {web: deployment('web', {replicas: 1})}},
      xtra: stack('xtra'),
    });
    expect(await made.gantry(['apply', '--all', '--yes'])).toMatchObject({code: 0});
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    await cluster.patchAs('kubectl-label', web, {metadata: {labels: {theirs: 'x'}}});
    const args = [flag, value(namespace)];
    const isUnused = ({code}: {readonly code: string}) => code.endsWith('/unused');
    const inStacks = ({stacks}: Answer) => stacks.flatMap(({result}) => result?.diagnostics ?? []).filter(isUnused);
    const preview = await answer(made, ['preview', '--all', ...args, '--save', 'plans/']);
    expect(inStacks(preview)).toEqual([]);
    expect(preview.diagnostics.filter(isUnused).map(({code}) => code)).toEqual(warned);
    const text = await made.gantry(['preview', '--all', ...args]);
    const said = (text.stdout + text.stderr).match(/\w+\/unused/g) ?? [];
    expect(said, text.stderr).toEqual(warned);
    const saved = await made.gantry(['apply', 'plans/']);
    expect(saved, saved.stderr).toMatchObject({code: 0});
    expect(saved.stdout + saved.stderr).not.toContain('/unused');
    await cluster.patchAs('kubectl-label', web, {metadata: {labels: {theirs: 'y'}}});
    const ran = await made.gantry(['apply', '--all', '--yes', ...args]);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect((ran.stdout + ran.stderr).match(/\w+\/unused/g) ?? []).toEqual(warned);
    const labels = (await cluster.get(web))?.['metadata'] as {readonly labels?: Readonly<Record<string, string>>};
    const isReverted = flag === '--revert-added' && warned.length === 0;
    expect(labels.labels?.['theirs']).toBe(isReverted ? undefined : 'y');
  });

  it('--changed-since selects stacks by their files, and reports deleted ones', async () => {
    const {made, namespace, write} = await project({
      base: stack('base'),
      web: {...stack('web'), head: {sources: [{manifests: 'manifests/*'}, {manifests: '../shared/*.yaml'}]}},
      old: stack('old'),
    });
    await made.write({'shared/all.yaml': configMap('shared', {a: '1'}), 'workspaces/other.yaml': {name: 'other'}});
    const git = (...args: readonly string[]) => execa('git', args, {cwd: made.dir});
    await git('init', '-q', '-b', 'main');
    const me = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
    const commit = async (message: string) => {
      await git('add', '-A');
      await git(...me, 'commit', '-qm', message);
    };
    await commit('first');
    const changed = async (...args: readonly string[]) => {
      const found = await answer(made, ['build', '--changed-since', 'main', ...args]);
      expect(found.code, found.stdout).toBe(0);
      return found.stacks.map((one) => one.stack);
    };
    expect(await changed()).toEqual([]);
    const none = await made.gantry(['preview', '--changed-since', 'main']);
    expect(none).toMatchObject({code: 0, stdout: 'No stack changed since main (of 3).\n'});
    // Not known to git yet.
    await writeFile(join(made.dir, 'base', 'manifests', 'more.yaml'), JSON.stringify(configMap('more', {})));
    expect(await changed()).toEqual(['base']);
    await git('checkout', '-qb', 'work');
    await commit('second');
    expect(await changed()).toEqual(['base']);
    await made.write({'shared/all.yaml': configMap('shared', {a: '2'})});
    expect(await changed()).toEqual(['base', 'web']);
    expect(await changed('-s', 'web', '-s', 'old')).toEqual(['web']);
    await made.write({'workspaces/other.yaml': {name: 'other', context: {AWS_REGION: 'eu-west-1'}}});
    expect(await changed()).toEqual(['base', 'web']);
    expect(await changed('-w', 'other')).toEqual(['base', 'old', 'web']);
    await rm(join(made.dir, 'old'), {recursive: true});
    const preview = await answer(made, ['preview', '--changed-since', 'main']);
    expect(preview.diagnostics).toMatchObject([
      {code: 'stack/deleted', message: expect.stringContaining('the stack shop/old (old) was deleted since main')},
    ]);
    await made.write({'project.yaml': {name: 'shop', description: 'changed'}});
    expect(await changed()).toEqual(['base', 'web']);
    await write('new', stack('new'));
    expect(await changed()).toEqual(['base', 'new', 'web']);
    expect(await made.gantry(['preview', '--changed-since', 'nowhere'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('the revision nowhere does not exist'),
    });
    expect(namespace).not.toBe('');
  });

  it.each([
    {
      title: 'unknown names, all at once',
      args: ['preview', '-s', 'wbe', '-s', 'nothing'],
      stderr: [/stack wbe not found/, /stack nothing not found/, /Did you mean `web`/],
    },
    {title: '--all and -s', args: ['preview', '--all', '-s', 'web'], stderr: [/--all and -s cannot be used together/]},
    {
      title: 'a port of several stacks',
      args: ['apply', '--all', '--yes', '--port-forward', '8080:80'],
      stderr: [/--port-forward works with one stack/],
    },
    {
      title: 'a command that is about one stack',
      args: ['release', 'list', '-s', 'web', '-s', 'base'],
      stderr: [/-s was given twice, with web and base/],
    },
  ])('several stacks refuse $title', async ({args, stderr}) => {
    const {made} = await project({base: stack('base'), web: stack('web')});
    const ran = await made.gantry(args);
    expect(ran.code).toBe(3);
    for (const text of stderr) expect(ran.stderr).toMatch(text);
  });

  it('an unknown dependency, a loop, a duplicate name and a dependency without a release are reported', async () => {
    const {made, write} = await project({base: stack('base', ['wbe']), web: stack('web', ['base'])});
    const unknown = await made.gantry(['preview', '--all']);
    expect(unknown).toMatchObject({code: 3, stderr: expect.stringContaining('stack shop/wbe not found')});
    expect(unknown.stderr).toContain('Did you mean `shop/web`?');
    expect(await made.gantry(['validate', '-s', 'base'])).toMatchObject({code: 3});
    await write('base', stack('base', ['web']));
    expect(await made.gantry(['preview', '--all'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('shop/base → shop/web → shop/base'),
    });
    await write('base', stack('base'));
    const alone = await made.gantry(['preview', '-s', 'web']);
    expect(alone).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('depends on shop/base, which has no release in test'),
    });
    const both = await made.gantry(['preview', '--all']);
    expect(both.stderr).not.toContain('has no release');
    await mkdir(join(made.dir, 'copy'));
    await made.write({'copy/stack.yaml': {name: 'web', workspace: 'test'}});
    expect(await made.gantry(['preview', '--all'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('several stacks are named shop/web'),
    });
  });
});
