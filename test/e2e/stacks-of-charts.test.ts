import {symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {streamOf} from '../rig/event-stream.ts';
import {configMap} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {makeProject} from '../rig/project.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const BASE = `apiVersion: v1
kind: Service
metadata: {name: db}
spec: {ports: [{port: 80}], selector: {app: db}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {size: {{ .Values.size | quote }}}
`;
/** It cannot be rendered without the cluster. */
const APP = `{{- $found := lookup "v1" "ConfigMap" .Release.Namespace .Values.needs }}
{{- if not $found }}{{ fail (printf "the ConfigMap %s was not found" .Values.needs) }}{{ end }}
apiVersion: v1
kind: ConfigMap
metadata: {name: app}
data:
  url: {{ .Values.url }}
  size: {{ .Values.size | quote }}
  found: {{ $found.data | toJson | quote }}
`;

onCluster('stacks of charts in one run', (cluster) => {
  beforeAllBuild('helm');

  const project = async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    await cluster.create(configMap('region', {name: 'eu'}, {namespace}));
    const made = await makeProject({kubeconfigPath: cluster.kubeconfigPath, namespace, stacks: {}});
    const ref = (id: string, path: string) => `\${ref:stack:zbase#${id}#${path}}`;
    const values = (needs: string): JsonObject => ({
      needs,
      url: `http://${ref(`v1:Service:${namespace}:db`, 'spec.clusterIP')}`,
      size: ref(`v1:ConfigMap:${namespace}:settings`, 'data.size'),
    });
    const stackOf = (name: string, helm: JsonObject): JsonObject => ({
      name,
      workspace: 'test',
      namespace,
      sources: [{helm: {path: 'chart', release: name, ...helm}}],
    });
    const setApp = (needs: string) => made.write({'app/stack.yaml': stackOf('app', {values: values(needs)})});
    const setBase = (size: string) => made.write({'zbase/stack.yaml': stackOf('zbase', {values: {size}})});
    const chart = (name: string, template: string) => ({
      [`${name}/chart/Chart.yaml`]: `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`,
      [`${name}/chart/templates/all.yaml`]: template,
    });
    // By their names, app would come first.
    await made.write({...chart('app', APP), ...chart('zbase', BASE)});
    await setApp('region');
    await setBase('3');
    const bin = await scratchDirectory();
    await symlink((await toolPath('helm')) ?? '', join(bin, 'helm'));
    const gantry = (...args: string[]) => made.gantry(args, {env: {PATH: bin}});
    return {
      namespace,
      gantry,
      setApp,
      setBase,
      /** Runs a command over all stacks, and returns the order in which it changes them. */
      order: async (command: string, ...args: string[]) => {
        const ran = await gantry(command, '--all', '--yes', '-o', 'jsonl', ...args);
        expect(ran, ran.stderr + ran.stdout.slice(-3000)).toMatchObject({code: 0});
        return streamOf(ran).flatMap(({type, step, stack}) =>
          (type === 'stack-started' || type === 'stack-done') && step === 'apply' ? [`${type} ${String(stack)}`] : [],
        );
      },
      dataOfApp: async () =>
        (await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'app'}))?.['data'],
      address: async () => {
        const live = await cluster.get({apiVersion: 'v1', kind: 'Service', namespace, name: 'db'});
        return String((live?.['spec'] as JsonObject | undefined)?.['clusterIP']);
      },
    };
  };
  const inOrder = ['stack-started zbase', 'stack-done zbase', 'stack-started app', 'stack-done app'];

  it.each([{args: []}, {args: ['--parallel-stacks', '1']}, {args: ['--parallel-stacks', '4']}])(
    'a chart whose values come from the chart of another stack is applied after it, and again with it $args',
    async ({args}) => {
      const {gantry, order, setBase, dataOfApp, address} = await project();
      const planned = await gantry('preview', '--all', ...args);
      expect(planned, planned.stderr).toMatchObject({code: 0});
      expect(await order('apply', ...args)).toEqual(inOrder);
      const url = `http://${await address()}`;
      expect(await dataOfApp()).toEqual({url, size: '3', found: '{"name":"eu"}'});
      expect(await gantry('preview', '--all', '--exit-code', ...args)).toMatchObject({code: 0});
      await setBase('5');
      expect(await order('apply', ...args)).toEqual(inOrder);
      expect(await dataOfApp()).toMatchObject({url, size: '5'});
      const reverse = ['stack-started app', 'stack-done app', 'stack-started zbase', 'stack-done zbase'];
      expect(await order('destroy', ...args)).toEqual(reverse);
    },
  );

  it('a chart that needs an object of the other stack fails with its line, and the next run applies it', async () => {
    const {gantry, order, setApp, dataOfApp} = await project();
    await setApp('settings');
    const first = await gantry('apply', '--all', '--yes');
    expect(first, first.stderr).toMatchObject({code: 3});
    expect(first.stdout + first.stderr).toMatch(/all\.yaml:2:24: error: the ConfigMap settings was not found/);
    expect(first.stdout).toContain('2 stacks: 1 applied, 1 failed.');
    expect(await order('apply')).toEqual(inOrder);
    expect(await dataOfApp()).toMatchObject({size: '3', found: '{"size":"3"}'});
  });
});
