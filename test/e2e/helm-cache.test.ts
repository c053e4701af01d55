import {randomBytes} from 'node:crypto';
import {readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {leaks, plainCanary} from '../rig/canaries.ts';
import {generatedStack} from '../rig/generated-chart.ts';
import {configMap, failing, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';

const CHART = 'apiVersion: v2\nname: web\nversion: 1.0.0\n';
const MAIN = `{{- $password := randAlphaNum 20 }}
apiVersion: v1
kind: Secret
metadata: {name: password}
stringData: {password: {{ $password }}, token: {{ .Values.token | default "none" }}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: copy, annotations: {checksum/password: {{ $password | sha256sum }}, made: {{ .Values.day }}}}
data: {region: {{ dig "data" "name" "none" (lookup "v1" "ConfigMap" .Release.Namespace "region") }}, size: {{ .Values.size | default "s" }}}
`;

const CRASHES = Object.entries(failing('crash-loop')).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
/** A Deployment whose pods crash if a value says so. */
const CRASHING = `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels: {app: web}
      annotations: {checksum/password: {{ $password | sha256sum }}{{ if .Values.fails }}, ${CRASHES.join(', ')}{{ end }}}
    spec: {terminationGracePeriodSeconds: 0, containers: [{name: app, image: nginx}]}
`;

onCluster('the cache of rendered charts', (cluster) => {
  beforeAllBuild('helm');

  /** A stack whose helm notes each run, and takes a value from a file, as it takes the date from the clock. */
  const opened = async (more = '') => {
    const stack = await generatedStack(cluster, 'helm', {
      templates: {'Chart.yaml': CHART, 'templates/all.yaml': MAIN + more},
    });
    const [log, day] = [join(stack.stack.dir, 'runs.log'), join(stack.stack.dir, 'day.txt')];
    const program = join(stack.env.PATH, 'helm');
    await rm(program);
    const script = [
      '#!/bin/sh',
      `echo "$1" >> '${log}'`,
      `[ "$1" = template ] && set -- "$@" --set "day=$(/bin/cat '${day}')"`,
      `exec "${await toolPath('helm')}" "$@"`,
      '',
    ].join('\n');
    await writeFile(program, script, {mode: 0o755});
    await writeFile(day, 'day-1');
    await writeFile(log, '');
    return {
      ...stack,
      /** Returns the number of renders since the last call. */
      renders: async () => {
        const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line === 'template');
        await writeFile(log, '');
        return lines.length;
      },
      setDay: (text: string) => writeFile(day, text),
      plan: async (...args: string[]) => (await stack.json<Plan>('preview', ...args)).document,
      cache: join(stack.stack.home, '.gantry', 'cache', 'renders'),
    };
  };

  it('helm runs twice for new inputs, and not for inputs that are known', async () => {
    const {gantry, renders, plan, set, namespace} = await opened();
    await gantry('apply', '--yes');
    expect(await renders()).toBe(2);
    expect((await plan()).summary).toMatchObject({unchanged: 2});
    await gantry('apply', '--yes');
    expect(await renders()).toBe(0);
    await cluster.create(configMap('region', {name: 'eu-1'}, {namespace}));
    expect((await plan()).summary).toMatchObject({update: 1});
    expect(await renders()).toBe(2);
    await plan();
    expect(await renders()).toBe(0);
    await set({values: {size: 'm'}});
    await plan();
    expect(await renders()).toBe(2);
  });

  it('helm runs again for a new API only if the chart may read it', async () => {
    const reading = '---\n{{ if .Capabilities.APIVersions.Has "example.com/v9" }}{{ fail "v9" }}{{ end }}';
    const [plain, reader] = [await opened(), await opened(reading)];
    for (const {gantry, renders} of [plain, reader]) {
      await gantry('apply', '--yes');
      await renders();
    }
    const definition = widgetDefinition({group: `g${randomBytes(4).toString('hex')}.example.com`});
    const {apiVersion, kind, metadata} = definition as {apiVersion: string; kind: string; metadata: {name: string}};
    cluster.deleteAtEnd({apiVersion, kind, name: metadata.name});
    await cluster.create(definition);
    // The server lists the API a moment later.
    const rendersOfPlan = async () => {
      expect((await reader.plan()).summary).toMatchObject({unchanged: 2});
      return reader.renders();
    };
    await expect.poll(rendersOfPlan, {timeout: 30_000}).toBe(2);
    expect((await plain.plan()).summary).toMatchObject({unchanged: 2});
    expect(await plain.renders()).toBe(0);
  });

  it('helm runs once more when generated values are renewed', async () => {
    const {gantry, renders, plan, live} = await opened();
    await gantry('apply', '--yes');
    await plan();
    await renders();
    const before = await live('Secret', 'password');
    expect((await plan('--regenerate', 'web')).summary).toMatchObject({update: 2});
    expect(await renders()).toBe(1);
    expect(await gantry('apply', '--yes', '--regenerate', 'web')).toMatchObject({code: 0});
    expect(await renders()).toBe(1);
    expect((await live('Secret', 'password'))?.['data']).not.toEqual(before?.['data']);
  });

  it('the cache holds no value in clear, and a damaged or foreign file is rendered again', async () => {
    const {gantry, renders, plan, set, live, cache} = await opened();
    const token = plainCanary('value');
    await set({values: {token}});
    await gantry('apply', '--yes');
    await plan();
    const password = Buffer.from(
      String((await live('Secret', 'password'))?.['data']?.['password']),
      'base64',
    ).toString();
    const files = await readdir(cache);
    expect(files).toHaveLength(1);
    const texts = await Promise.all(files.map((file) => readFile(join(cache, file), 'latin1')));
    expect(leaks(texts.join('\n'), {token, password})).toEqual([]);
    expect(texts.join('\n')).not.toContain('ConfigMap');
    await renders();
    for (const file of files) await writeFile(join(cache, file), texts.join('').slice(0, 200));
    expect((await plan()).summary).toMatchObject({unchanged: 2});
    expect(await renders()).toBe(2);
  });

  it('a date that two renders agree on is kept from the cluster on another day', async () => {
    const {gantry, plan, set, setDay, cache, live} = await opened();
    await gantry('apply', '--yes');
    await set({values: {size: 'm'}});
    await gantry('apply', '--yes');
    // Another machine has no cache.
    await rm(cache, {recursive: true});
    await setDay('day-2');
    const kept = await plan();
    expect(kept.summary).toMatchObject({unchanged: 2});
    expect(kept.diagnostics).toEqual([]);
    await set({values: {size: 'l'}});
    await gantry('apply', '--yes');
    const annotations = (await live('ConfigMap', 'copy'))?.['metadata']?.['annotations'];
    expect(annotations).toMatchObject({made: 'day-2'});
  });

  it('a plan of a part that needs new values is refused, and one that keeps them is not', async () => {
    const {gantry, set} = await opened();
    const target = ['--target', 'ConfigMap'];
    expect(await gantry('preview', ...target)).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/renews the generated values of web, but leaves out stringData\.password/),
    });
    await gantry('apply', '--yes');
    await set({values: {size: 'm'}});
    expect(await gantry('preview', ...target)).toMatchObject({code: 0});
    expect(await gantry('preview', ...target, '--regenerate', 'web')).toMatchObject({code: 3});
  });

  it('a failed run that renewed values is rolled back to the values before it', async () => {
    const {gantry, set, live, plan} = await opened(CRASHING);
    expect(await gantry('apply', '--yes')).toMatchObject({code: 0});
    const before = await live('Secret', 'password');
    await set({values: {fails: true}});
    const failed = await gantry('apply', '--yes', '--regenerate', 'web', '--rollback-on-failure', '--timeout', '2s');
    expect(failed).toMatchObject({code: 6, stdout: expect.stringContaining('Rolled back to revision 1')});
    expect((await live('Secret', 'password'))?.['data']).toEqual(before?.['data']);
    await set({});
    expect((await plan()).summary).toMatchObject({unchanged: 3});
  });

  it('values of two runs are renewed after a run that failed', async () => {
    const {gantry, set, live, plan, namespace} = await opened(CRASHING);
    await gantry('apply', '--yes');
    const before = await live('Secret', 'password');
    await set({values: {fails: true}});
    const failed = await gantry('apply', '--yes', '--regenerate', 'web', '--timeout', '2s');
    expect(failed.code, failed.stderr).toBe(6);
    expect((await plan()).diagnostics.filter(({code}) => code === 'chart/generated')).toEqual([]);
    // As if the run had stopped before it wrote this object.
    const secret = {apiVersion: 'v1', kind: 'Secret', namespace, name: 'password'};
    await cluster.patchAs('somebody', secret, {data: before?.['data'] as JsonObject});
    expect((await plan()).diagnostics).toContainEqual(
      expect.objectContaining({message: expect.stringContaining('because the last run did not apply all of them')}),
    );
  });
});
