import {expect, it} from 'vitest';
import type {ValueExplanation} from '../../src/app/explain-value.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const APP = `apiVersion: v1
kind: Namespace
metadata: {name: "\${context:namespace}"}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: "\${context:namespace}"}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 0
      containers:
        - name: app
          image: registry.example/web
          env: [{name: HOST, value: "\${context:host}"}]
`;
const PRODUCTION = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: '*'}
spec:
  replicas: 2
  strategy: {$retainKeys: [type], type: Recreate}
`;

onCluster('one stack in staging and in production', (cluster) => {
  it('a stack differs between staging and production by image, patch, and values of workspaces with a common base', async () => {
    const [staging, production] = [cluster.freshNamespace('staging'), cluster.freshNamespace('production')];
    const stack = await makeStack({
      files: {
        'stack.yaml': 'name: shop\nsources: [{manifests: app.yaml, references: true}]\n',
        'app.yaml': APP,
        'patches/production.yaml': PRODUCTION,
        'workspaces/base.yaml': {
          labels: {team: 'shop'},
          context: {kubeconfig_path: cluster.kubeconfigPath, host: 'staging.example'},
        },
        'workspaces/staging.yaml': {extends: 'base', labels: {tier: 'staging'}, context: {namespace: staging}},
        'workspaces/production.yaml': {
          extends: 'base',
          labels: {tier: 'prod'},
          context: {namespace: production, host: 'shop.example'},
        },
      },
    });
    const deploymentIn = (namespace: string) =>
      cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'});
    const image = (version: string): readonly string[] => ['--image', `registry.example/web=:${version}`];

    await applied(stack, ['-w', 'staging', ...image('1.1')]);
    await applied(stack, ['-w', 'production', ...image('1.0')]);
    const container = (tag: string, host: string) => ({
      template: {spec: {containers: [{image: `registry.example/web:${tag}`, env: [{name: 'HOST', value: host}]}]}},
    });
    expect(await deploymentIn(staging)).toMatchObject({
      spec: {replicas: 1, strategy: {type: 'RollingUpdate'}, ...container('1.1', 'staging.example')},
    });
    const live = await deploymentIn(production);
    expect(live).toMatchObject({
      spec: {replicas: 2, strategy: {type: 'Recreate'}, ...container('1.0', 'shop.example')},
    });
    expect(live).not.toHaveProperty('spec.strategy.rollingUpdate');

    // What goes on from here is what production gets next, and nothing of it reaches staging.
    const [next] = await pendingChanges(stack, ['-w', 'production', ...image('1.1')]);
    expect(next).toMatchObject({
      id: `apps/v1:Deployment:${production}:web`,
      fields: [{path: 'spec.template.spec.containers[name="app"].image', after: 'registry.example/web:1.1'}],
    });
    expect(await pendingChanges(stack, ['-w', 'staging', ...image('1.1')])).toEqual([]);

    // A value of the base, said otherwise by the workspace alone.
    await stack.write({
      'workspaces/base.yaml': {context: {kubeconfig_path: cluster.kubeconfigPath, host: 'new.example'}},
    });
    expect(
      (await pendingChanges(stack, ['-w', 'staging', ...image('1.1')])).flatMap(({fields}) => fields),
    ).toMatchObject([{after: 'new.example', cause: 'workspace'}]);
    expect(await pendingChanges(stack, ['-w', 'production', ...image('1.0')])).toEqual([]);

    const field = (namespace: string) =>
      `apps/v1:Deployment:${namespace}:web#spec.template.spec.containers[0].env[0].value`;
    const filesOf = async (workspace: string, namespace: string) => {
      const {document} = await stack.json<ValueExplanation>(['build', '-w', workspace, '--explain', field(namespace)]);
      return document.layers.at(-1)?.context?.map(({at}) => at?.file.replace(/.*\//, ''));
    };
    expect(await filesOf('staging', staging)).toEqual(['base.yaml']);
    expect(await filesOf('production', production)).toEqual(['production.yaml']);
  });
});
