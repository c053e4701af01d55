import {expect, it} from 'vitest';
import {applied, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, manifests, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const job = (image: string) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: {name: 'web'},
  spec: {
    template: {
      spec: {restartPolicy: 'Never', terminationGracePeriodSeconds: 0, containers: [{name: 'app', image}]},
    },
  },
});

const stateful = (serviceName: string) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: {name: 'web'},
  spec: {
    serviceName,
    selector: {matchLabels: {app: 'web'}},
    template: {
      metadata: {labels: {app: 'web'}},
      spec: {terminationGracePeriodSeconds: 0, containers: [{name: 'app', image: 'web:1'}]},
    },
  },
});

const frozen = (a: string) => ({...configMap('settings', {a}), immutable: true});

onCluster('what the server forbids', (cluster) => {
  const {kubeconfigPath} = cluster;

  it.each([
    {
      name: "a Service's clusterIP",
      from: service('web'),
      to: service('web', {clusterIP: 'None'}),
      field: 'spec.clusterIP',
    },
    {
      name: "a Deployment's selector",
      from: deployment('web'),
      to: deployment('web', {selector: 'other'}),
      field: 'spec.selector',
    },
    {name: "a Job's template", from: job('web:1'), to: job('web:2'), field: 'spec.template'},
    {
      name: 'the address of a Service with a node port of its own',
      from: service('web', {type: 'NodePort', ports: [{port: 80, nodePort: 31_977}]}),
      to: service('web', {type: 'NodePort', clusterIP: '10.96.255.77', ports: [{port: 80, nodePort: 31_977}]}),
      field: 'spec.clusterIP',
    },
    {name: 'immutable data', from: frozen('1'), to: frozen('2'), field: 'data'},
    {name: "a StatefulSet's service", from: stateful('one'), to: stateful('two'), field: 'spec'},
  ])('a change of $name is a blocked replace that says why', async ({from, to, field}) => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(from)});
    await applied(stack);
    await stack.write(manifests(to));

    expect(await pendingChanges(stack)).toMatchObject([
      {action: 'replace', blocked: {because: expect.stringContaining(field)}},
    ]);
    expect((await stack.gantry(['preview'])).code).toBe(0);
    expect((await stack.gantry(['preview', '--exit-code'])).code).toBe(2);
    const refused = await stack.gantry(['apply', '--yes']);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain(field);
    await stack.write(manifests(from));
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a value that the server never takes is wrong input, with field and line', async () => {
    const namespace = cluster.freshNamespace();
    const text = (port: number) =>
      ['apiVersion: v1', 'kind: Service', 'metadata:', '  name: web', 'spec:', '  ports:', `  - port: ${port}`].join(
        '\n',
      );
    const stack = await makeStack({kubeconfigPath, namespace, files: {'manifests/web.yaml': text(80)}});
    await applied(stack);
    await stack.write({'manifests/web.yaml': text(80_000)});
    const refused = await stack.gantry(['apply', '--yes']);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(/web\.yaml:7/);
    expect(refused.stderr).toContain('spec.ports[0].port');
  });
});
