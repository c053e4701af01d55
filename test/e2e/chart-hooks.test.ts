import {delimiter, dirname, join, resolve} from 'node:path';
import {beforeAll, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Change, Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {makeStack} from '../rig/stack.ts';

const CHARTS = resolve('test/charts');

beforeAllBuild('helm', 'helm4');

type Values = Readonly<Record<string, unknown>>;

const stackFile = (values: Values, more: JsonObject = {}) => ({
  'stack.yaml': {
    name: 'shop',
    workspace: 'test',
    sources: [{helm: {path: join(CHARTS, 'hooks-order'), release: 'web', values, ...more}}],
  },
});

onCluster('hooks of a chart', (cluster) => {
  const {kubeconfigPath} = cluster;
  let path = '';
  beforeAll(async () => {
    path = `${dirname((await toolPath('helm')) ?? '')}${delimiter}${process.env['PATH'] ?? ''}`;
  });

  const stackOf = async (values: Values = {}) => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, files: stackFile(values)});
    const inNamespace = (content: ReturnType<typeof stackFile>) => ({
      'stack.yaml': {...content['stack.yaml'], namespace},
    });
    await stack.write(inNamespace(stackFile(values)));
    const env = {PATH: path};
    return {
      namespace,
      stack,
      edit: (next: Values, more?: JsonObject) => stack.write(inNamespace(stackFile(next, more))),
      run: (...args: readonly string[]) => stack.gantry(args, {env}),
      runs: async (...args: readonly string[]) => hooksOf((await stack.json<Plan>(['preview', ...args], {env})).document),
      jobs: (name: string) => cluster.get({apiVersion: 'batch/v1', kind: 'Job', namespace, name}),
    };
  };

  it('an install runs its hooks in order, and a second preview changes nothing', async () => {
    const {namespace, stack, run, runs, jobs} = await stackOf();
    const id = (name: string, kind = 'batch/v1:Job') => `${kind}:${namespace}:${name}`;
    const planned = await runs();
    expect(planned).toEqual([
      `${id('web-hooks', 'v1:ServiceAccount')}@pre-install`,
      `${id('web-early')}@pre-install`,
      `${id('web-late')}@pre-install`,
      `${id('web-a')}@post-install`,
      `${id('web-b')}@post-install`,
      `${id('web-note', 'v1:ConfigMap')}@post-install`,
    ]);
    const applied = await run('apply', '--yes');
    expect(applied, applied.stderr + applied.stdout).toMatchObject({code: 0});
    expect(await jobs('web-late')).toBeDefined();
    expect(await jobs('web-early')).toBeUndefined();
    expect(await runs()).toEqual([]);
    const preview = await run('preview', '--exit-code');
    expect(preview, preview.stdout).toMatchObject({code: 0});
    const {document} = await stack.json<Release>(['release', 'show']);
    expect(document.hooks?.[0]).toMatchObject({source: 'web', isInstalled: true});
  });
});

const hooksOf = ({changes}: Plan): readonly string[] =>
  changes.filter(({action}: Change) => action === 'run').map(({id}) => id);
