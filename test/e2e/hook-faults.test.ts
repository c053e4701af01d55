import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {delimiter, dirname, join} from 'node:path';
import {beforeAll, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {canary, everythingWritten, leaks} from '../rig/canaries.ts';
import {clusterHas, concurrentlyOnCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {makeStack} from '../rig/stack.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';
import {userOf} from '../rig/user.ts';

beforeAllBuild('helm');

const PROGRAM = join(import.meta.dirname, '../../bin/gantry.js');

type Job = {
  readonly name: string;
  readonly weight?: number;
  readonly events?: string;
  /** More annotations of the Job. */
  readonly annotations?: JsonObject;
  /** The behaviour of its pod. */
  readonly pod?: string;
  readonly container?: JsonObject;
};

/** The time of a slow pod. A run notices within 2 s that its lock was broken. */
const DELAY = {'gantry.dev/test-pod-delay': '12s'};

const jobOf = ({name, weight = 0, events = 'pre-install,pre-upgrade', annotations = {}, pod, container = {}}: Job) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: {name, annotations: {'helm.sh/hook': events, 'helm.sh/hook-weight': String(weight), ...annotations}},
  spec: {
    backoffLimit: 0,
    template: {
      metadata: {annotations: pod === undefined ? {} : {'gantry.dev/test-pod': pod, ...DELAY}},
      spec: {
        restartPolicy: 'Never',
        terminationGracePeriodSeconds: 0,
        containers: [{name: 'main', image: 'example.invalid/job:1', ...container}],
      },
    },
  },
});

const FAILS = {image: 'example.invalid/job:1-broken'};
const LOG_LINE = 'this container is simulated';

concurrentlyOnCluster('a fault while a hook runs', (cluster) => {
  let path = '';
  beforeAll(async () => {
    path = `${dirname((await toolPath('helm')) ?? '')}${delimiter}${process.env['PATH'] ?? ''}`;
  });

  const opened = async (
    jobs: readonly Job[],
    {workspace = {}, helm = {}, files = {}}: {workspace?: JsonObject; helm?: JsonObject; files?: JsonObject} = {},
  ) => {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const workspaceOf = (kubeconfig: string) => ({
      'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: kubeconfig}, ...workspace},
    });
    const chartOf = (all: readonly Job[]) =>
      Object.fromEntries(all.map((job) => [`chart/templates/${job.name}.yaml`, jobOf(job)]));
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      files: {
        ...workspaceOf(cluster.kubeconfigPath),
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          sources: [{helm: {path: 'chart', release: 'web', ...helm}}],
        },
        'chart/Chart.yaml': {apiVersion: 'v2', name: 'own', version: '1.0.0'},
        'chart/templates/config.yaml': {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'config'}},
        ...chartOf(jobs),
        ...files,
      },
    });
    const env = {PATH: path};
    return {
      namespace,
      stack,
      setJobs: (all: readonly Job[]) => stack.write(chartOf(all)),
      as: (kubeconfig: string) => stack.write(workspaceOf(kubeconfig)),
      run: (...args: readonly string[]) => stack.gantry(args, {env}),
      json: <T>(...args: readonly string[]) => stack.json<T>(args, {env}),
      /** Runs an apply, and does something once when a hook is applied. */
      applyUntil: async (hook: string, then: () => void, signal?: AbortSignal) => {
        let isSeen = false;
        return stack.gantry(['apply', '--yes', '-o', 'jsonl'], {
          env,
          ...(signal === undefined ? {} : {signal}),
          onStdout: (text) => {
            if (isSeen || !new RegExp(`"step-applied".*:${hook}@`).test(text)) return;
            isSeen = true;
            then();
          },
        });
      },
      live: (kind: 'Job' | 'ConfigMap', name: string) =>
        cluster.get({apiVersion: kind === 'Job' ? 'batch/v1' : 'v1', kind, namespace, name}),
      hooks: async () => hooksOf((await stack.json<Plan>(['preview'], {env})).document),
    };
  };
  const uidOf = (object: JsonObject | undefined): unknown => (object?.['metadata'] as JsonObject | undefined)?.['uid'];

  it('a lost lock stops the run, the release says so, and the next run does not repeat the finished hook', async () => {
    const {run, json, applyUntil, live, hooks} = await opened([
      {name: 'first', weight: -1},
      {name: 'slow', pod: 'slow'},
    ]);
    let broken: ReturnType<typeof run> | undefined;
    const lost = await applyUntil('slow', () => {
      broken = run('release', 'unlock', '--force', '--yes');
    });
    expect(await broken).toMatchObject({code: 0});
    expect(lost.code, lost.stderr).toBe(6);
    expect(lost.stdout).toContain('release/lease-lost');
    expect(lost.stderr + lost.stdout).toContain('was broken by');
    const {document} = await json<Release>('release', 'show');
    expect(document).toMatchObject({phase: 'failed', hooks: [{isInstalled: false}]});
    expect(outcomesOf(document)).toEqual({first: 'done', slow: 'failed'});
    expect(await live('ConfigMap', 'config')).toBeUndefined();

    const before = uidOf(await live('Job', 'first'));
    expect(before).toBeDefined();
    expect(await hooks()).toEqual(['slow@pre-install']);
    const again = await run('apply', '--yes');
    expect(again, again.stderr).toMatchObject({code: 0});
    expect(uidOf(await live('Job', 'first'))).toBe(before);
    expect(await live('ConfigMap', 'config')).toBeDefined();
    expect(await hooks()).toEqual([]);
  });

  it('Ctrl-C stops the run at the hook, and the next run does not repeat the finished one', async () => {
    const controller = new AbortController();
    const {json, applyUntil, live, hooks} = await opened([
      {name: 'first', weight: -1},
      {name: 'slow', pod: 'never-ready'},
    ]);
    const stopped = await applyUntil('slow', () => controller.abort('SIGINT'), controller.signal);
    expect(stopped, stopped.stderr).toMatchObject({code: 130});
    const {document} = await json<Release>('release', 'show');
    expect(document.phase).toBe('interrupted');
    expect(outcomesOf(document)).toEqual({first: 'done', slow: 'failed'});
    // Its Job is still in the cluster. The next run deletes it first.
    expect(await live('Job', 'slow')).toBeDefined();
    expect(await hooks()).toEqual(['slow@pre-install']);
  });

  it('after kill -9 during a hook the next run needs no other command, and runs the hooks of the event again', async () => {
    const {stack, run, hooks, live, setJobs} = await opened([
      {name: 'first', weight: -1},
      {name: 'slow', pod: 'never-ready'},
    ]);
    const child = spawn(process.execPath, [PROGRAM, 'apply', '--yes', '-o', 'jsonl'], {
      cwd: stack.dir,
      env: {PATH: path, HOME: stack.home, GANTRY_HOME: join(stack.home, '.gantry'), ...TESTED_PROGRAM},
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      stdout += text;
      if (/"step-applied".*:slow@/.test(stdout)) child.kill('SIGKILL');
    });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect(signal, stdout).toBe('SIGKILL');
    const before = uidOf(await live('Job', 'slow'));
    expect(before).toBeDefined();
    // A run that is killed records no outcome.
    expect(await hooks()).toEqual(['first@pre-install', 'slow@pre-install']);
    await setJobs([{name: 'slow'}]);
    const again = await run('apply', '--yes');
    expect(again, again.stderr).toMatchObject({code: 0});
    expect(uidOf(await live('Job', 'slow'))).not.toBe(before);
    expect(await hooks()).toEqual([]);
  });

  it('a hook that never ends is named at the time limit, and is deleted as its policy says', async () => {
    const annotations = {'helm.sh/hook-delete-policy': 'hook-failed'};
    const {namespace, run, live} = await opened([{name: 'endless', pod: 'never-ready', annotations}]);
    const late = await run('apply', '--yes', '--timeout', '6');
    expect(late, late.stderr).toMatchObject({code: 6});
    expect(late.stdout).toMatch(
      new RegExp(
        `batch/v1:Job:${namespace}:endless@pre-install is not ready after 6 s, the time limit of the whole run`,
      ),
    );
    expect(late.stdout).not.toContain('--no-wait');
    expect(await live('Job', 'endless')).toBeUndefined();
    expect(await live('ConfigMap', 'config')).toBeUndefined();
  });

  it('a hook whose image cannot be pulled fails with the reason, before its time limit', async () => {
    const {namespace, run, live} = await opened([{name: 'image', pod: 'image-pull'}]);
    const failed = await run('apply', '--yes');
    expect(failed, failed.stderr).toMatchObject({code: 6});
    expect(failed.stderr).toContain(`batch/v1:Job:${namespace}:image@pre-install`);
    expect(failed.stderr + failed.stdout).toMatch(/ErrImagePull|ImagePullBackOff/);
    expect(await live('ConfigMap', 'config')).toBeUndefined();
  });

  it('helm.sh/hook-output-log-policy prints the log after a success and after a failure, and otherwise it is not printed', async () => {
    const policy = (text: string) => ({
      'helm.sh/hook-output-log-policy': text,
      'helm.sh/hook-delete-policy': 'hook-succeeded,hook-failed',
    });
    const {run, setJobs, live} = await opened([
      {name: 'both', weight: -2, annotations: policy('hook-succeeded,hook-failed')},
      {name: 'failures', weight: -1, annotations: policy('hook-failed')},
    ]);
    const applied = await run('apply', '--yes');
    expect(applied, applied.stderr).toMatchObject({code: 0});
    const linesOf = (name: string, {stdout, stderr}: typeof applied) =>
      (stdout + stderr).split('\n').filter((line) => line.includes(LOG_LINE) && line.includes(`${name}-`));
    expect(linesOf('both', applied)).toHaveLength(1);
    expect(linesOf('failures', applied)).toHaveLength(0);
    await setJobs([{name: 'failures', weight: -1, annotations: policy('hook-failed'), container: FAILS}]);
    const failed = await run('apply', '--yes');
    expect(failed, failed.stderr).toMatchObject({code: 6});
    expect(linesOf('both', failed)).toHaveLength(1);
    expect(linesOf('failures', failed)).toHaveLength(1);
    expect(await live('Job', 'failures')).toBeUndefined();
  });

  it('a secret of a store reaches the Secret and the Job of a hook, and no output, record or log', async () => {
    const token = canary('token of a hook');
    const events = 'pre-install,pre-upgrade';
    const {namespace, stack, run, json, live, setJobs} = await opened(
      [{name: 'use', container: {env: [{name: 'TOKEN', value: '{{ .Values.token }}'}]}}],
      {
        workspace: {secretStore: {provider: {file: {path: '../secrets'}}}},
        helm: {values: {token: 'ref://hook/token', line: 'ref://hook/line'}},
        files: {
          'secrets/hook': JSON.stringify({token, line: LOG_LINE}),
          'chart/templates/secret.yaml': {
            apiVersion: 'v1',
            kind: 'Secret',
            metadata: {name: 'token', annotations: {'helm.sh/hook': events, 'helm.sh/hook-weight': '-5'}},
            stringData: {token: '{{ .Values.token }}', line: '{{ .Values.line }}'},
          },
        },
      },
    );
    const applied = await run('apply', '--yes');
    expect(applied, applied.stderr).toMatchObject({code: 0});
    const secret = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'token'});
    expect(secret?.['data']).toMatchObject({token: Buffer.from(token).toString('base64')});
    expect(JSON.stringify(await live('Job', 'use'))).toContain(JSON.stringify(token).slice(1, -1));
    const logged = {'helm.sh/hook-output-log-policy': 'hook-failed'};
    await setJobs([
      {
        name: 'use',
        annotations: logged,
        container: {...FAILS, env: [{name: 'TOKEN', value: '{{ .Values.token }}'}]},
      },
    ]);
    const failed = await run('apply', '--yes');
    expect(failed, failed.stderr).toMatchObject({code: 6});
    expect(failed.stdout + failed.stderr).toContain('log of use-');
    // The log contains the text of a secret.
    const shown = [applied, failed, await json('release', 'show'), await json('preview', '--run-hooks')];
    const kept = await everythingWritten(join(stack.home, '.gantry'));
    const texts = [...shown.flatMap(({stdout, stderr}) => [stdout, stderr]), ...kept.values()];
    expect(leaks(texts.join('\n'), {token})).toEqual([]);
    expect(texts.filter((text) => text.includes(LOG_LINE))).toEqual([]);
  });

  it.skipIf(!clusterHas('users'))(
    'a missing permission to delete Jobs is reported before the first write',
    async () => {
      const annotations = {'helm.sh/hook-delete-policy': 'hook-succeeded'};
      const {namespace, run, json, live, as, stack} = await opened([{name: 'gone', annotations}, {name: 'stays'}], {
        files: {'chart/templates/check.yaml': jobOf({name: 'check', events: 'test', annotations})},
      });
      const rule = (
        apiGroups: readonly string[],
        resources: readonly string[],
        verbs: readonly string[],
      ): JsonObject => ({
        apiGroups: [...apiGroups],
        resources: [...resources],
        verbs: [...verbs],
      });
      const mayAllBut = (...verbs: readonly string[]) =>
        userOf(cluster, namespace, [
          rule([''], ['configmaps'], ['*']),
          rule([''], ['pods', 'events'], ['get', 'list', 'watch']),
          rule(
            ['batch'],
            ['jobs'],
            ['get', 'list', 'watch', 'create', 'patch', 'delete'].filter((one) => !verbs.includes(one)),
          ),
        ]);
      await as(await mayAllBut('delete'));
      for (const args of [
        ['apply', '--yes'],
        ['preview', '--strict'],
      ]) {
        const refused = await json<{error: JsonObject}>(...args);
        expect(refused, refused.stderr).toMatchObject({
          code: 4,
          document: {
            error: {
              code: 'permission/denied',
              denials: [
                {
                  verb: 'delete',
                  group: 'batch',
                  resource: 'jobs',
                  namespace,
                  ids: [`batch/v1:Job:${namespace}:gone@pre-install`],
                },
              ],
            },
          },
        });
      }
      expect(await live('Job', 'gone')).toBeUndefined();
      expect(await live('ConfigMap', 'config')).toBeUndefined();
      expect((await stack.json<{releases: unknown[]}>(['release', 'list'])).document.releases).toEqual([]);

      await as(await mayAllBut());
      expect(await run('apply', '--yes')).toMatchObject({code: 0});
      // The Job that the first run left is deleted before it runs again.
      await as(await mayAllBut('delete'));
      const again = await json<{error: JsonObject}>('apply', '--yes', '--run-hooks');
      expect(again).toMatchObject({code: 4, document: {error: {denials: [{verb: 'delete', resource: 'jobs'}]}}});
      const test = await json<{error: JsonObject}>('test');
      expect(test).toMatchObject({
        code: 4,
        document: {error: {denials: [{verb: 'delete', ids: [`batch/v1:Job:${namespace}:check@test`]}]}},
      });
      expect(await live('Job', 'check')).toBeUndefined();
    },
  );
});

const hooksOf = ({changes}: Plan): readonly string[] =>
  changes.filter(({action}) => action === 'run').map(({id}) => id.split(':').at(-1) ?? '');

const outcomesOf = ({hooks = []}: Release): Readonly<Record<string, string>> =>
  Object.fromEntries(
    hooks.flatMap((source) => source.hooks.map(({id, outcome}) => [id.split(':').at(-1) ?? '', outcome])),
  );
