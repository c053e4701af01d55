import {expect, it} from 'vitest';
import type {Change, Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {chartFiles, generatedStack} from '../rig/generated-chart.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';

const hook = (name: string, events: string): string => `apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}, annotations: {helm.sh/hook: "${events}"}}
data: {color: {{ .Values.color }}}
`;

const TEMPLATES = {
  'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'values.yaml': 'color: green\n',
  'templates/settings.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {color: {{ .Values.color }}, made: {{ .Release.IsUpgrade | ternary "by an upgrade" "by an install" }}}
---
apiVersion: v1
kind: Secret
metadata: {name: password}
stringData: {password: {{ randAlphaNum 20 }}}
`,
  'templates/before.yaml': hook('before', 'pre-install'),
  'templates/after.yaml': hook('after', 'post-install,post-upgrade'),
  'templates/upgraded.yaml': hook('upgraded', 'pre-upgrade'),
};

/** A hook that fails. */
const BROKEN = `apiVersion: batch/v1
kind: Job
metadata: {name: broken, annotations: {helm.sh/hook: post-install}}
spec:
  backoffLimit: 0
  template: {spec: {restartPolicy: Never, containers: [{name: main, image: "example.invalid/job:1-broken"}]}}
`;

const workspaceIn = (context: object) => ({'workspaces/test.yaml': {name: 'test', context}});

onCluster('a cluster that was rebuilt', (cluster) => {
  beforeAllBuild('helm');

  /** A stack whose chart was installed and upgraded in a sandbox of its own. */
  const upgraded = async () => {
    const made = await generatedStack(cluster, 'helm', {templates: TEMPLATES});
    const {stack, gantry, json, namespace} = made;
    await stack.write(workspaceIn({cluster: 'sandbox/first'}));
    const plan = async () => (await json<Plan>('preview')).document;
    const apply = async () => {
      const ran = await gantry('apply', '--yes');
      expect(ran, ran.stdout + ran.stderr).toMatchObject({code: 0});
    };
    await apply();
    await stack.write(chartFiles({'values.yaml': 'color: blue\n'}));
    const ids = (...hooks: readonly string[]) => hooks.map((one) => `v1:ConfigMap:${namespace}:${one}`);
    expect(hooksOf(await plan())).toEqual(ids('upgraded@pre-upgrade', 'after@post-upgrade'));
    await apply();
    return {...made, plan, apply, ids, install: ids('before@pre-install', 'after@post-install')};
  };

  it.each([
    {
      how: 'a sandbox after its reset',
      rebuild: async ({gantry}: Awaited<ReturnType<typeof upgraded>>) =>
        expect(await gantry('sandbox', 'reset', 'first', '--yes')).toMatchObject({code: 0}),
    },
    {
      how: 'another cluster for the workspace',
      rebuild: ({stack}: Awaited<ReturnType<typeof upgraded>>) =>
        stack.write(workspaceIn({kubeconfig_path: cluster.kubeconfigPath})),
    },
  ])('$how: the chart is installed there, its install hooks run, and its generated values are new', async (one) => {
    const made = await upgraded();
    const {gantry, json, stack, plan, apply, install, ids} = made;
    await one.rebuild(made);
    expect(await gantry('preview')).toMatchObject({code: 5});
    expect(await gantry('workspace', 'trust')).toMatchObject({code: 0});
    const first = await plan();
    expect(hooksOf(first)).toEqual(install);
    const settings = first.changes.find(({id}) => id === ids('settings')[0]);
    expect(settings?.fields).toContainEqual(
      expect.objectContaining({path: 'data', after: {color: 'blue', made: 'by an install'}}),
    );
    expect(first.diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'chart/generated',
        message: expect.stringMatching(/^all generated values of web are new, because the cluster has no /),
      }),
    );
    await apply();
    expect((await json<Release>('release', 'show')).document.hooks).toMatchObject([{isInstalled: true}]);
    const preview = await gantry('preview', '--exit-code');
    expect(preview, preview.stdout).toMatchObject({code: 0});
    // The records of this cluster count from now on.
    await stack.write(chartFiles({'values.yaml': 'color: red\n'}));
    expect(hooksOf(await plan())).toEqual(ids('upgraded@pre-upgrade', 'after@post-upgrade'));
  });

  it('a first run that failed in a rebuilt cluster is followed by another install', async () => {
    const {gantry, json, stack, plan, install} = await upgraded();
    await gantry('sandbox', 'reset', 'first', '--yes');
    await gantry('workspace', 'trust');
    await stack.write(chartFiles({'templates/broken.yaml': BROKEN}));
    const failed = await gantry('apply', '--yes');
    expect(failed, failed.stdout).toMatchObject({code: 6});
    expect((await json<Release>('release', 'show')).document.hooks).toMatchObject([{isInstalled: false}]);
    await stack.write(chartFiles({'templates/broken.yaml': ''}));
    expect(hooksOf(await plan())).toEqual(install);
  });
});

const hooksOf = ({changes}: Plan): readonly string[] =>
  changes.filter(({action}: Change) => action === 'run').map(({id}) => id);
