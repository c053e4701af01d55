import {expect, it} from 'vitest';
import type {Json} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied, destroyed} from '../rig/changes.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('answers for new users', (cluster) => {
  const {kubeconfigPath} = cluster;
  const secret = (data: Readonly<Record<string, Json>>) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {name: 'login'},
    stringData: data,
  });

  it('the plan explains why an earlier applied object is created again', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    await cluster.delete({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'});
    const {stdout} = await stack.gantry(['preview']);
    expect(stdout).toContain(
      `+ create   v1:ConfigMap:${namespace}:settings  (somebody deleted it after the last release)`,
    );
  });

  it('the plan shows which keys of a Secret are added, changed and removed', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(secret({user: 'a', password: 'b'}))});
    await applied(stack);
    await stack.write(manifests(secret({login: 'a', password: 'c'})));
    const {stdout} = await stack.gantry(['preview']);
    expect(stdout).toContain('data.login: (sensitive, added)');
    expect(stdout).toContain('data.password: (sensitive, changed)');
    expect(stdout).toContain('data.user: (sensitive, removed)');
  });

  it('a plan names the owner of an object, and reports a misspelt permission', async () => {
    const namespace = cluster.freshNamespace();
    const files = manifests(configMap('settings', {a: '1'}));
    await applied(await makeStack({kubeconfigPath, namespace, files, name: 'first'}));
    const second = await makeStack({kubeconfigPath, namespace, files, name: 'second'});
    expect((await second.gantry(['preview'])).stdout).toContain(
      'it belongs to another stack: first/first/test (lineage ',
    );
    const id = `v1:ConfigMap:${namespace}:settings`;
    const refused = await second.gantry(['apply', '--yes', '--adopt', `${id}s`]);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(`--adopt ${id}s: the stack has no such resource.\nhint: Did you mean ${id}?`);
    await applied(second, ['--adopt', id]);
  });

  it('a stack that was released in another backend is reported for the wrong backend', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    const wrong = ['preview', '--backend', `local:${stack.home}/nothing-here`];
    const {stdout, stderr} = await stack.gantry(wrong);
    expect(stdout).toMatch(/blocked: it belongs to releases of \S+ that this backend does not have \(lineage /);
    expect(stderr).toContain('nothing-here) does not have: is this the right backend?');
    const {document} = await stack.json<Plan>(wrong);
    expect(document.diagnostics.map(({code}) => code)).toContain('release/elsewhere');
    expect((await stack.gantry(['preview'])).stderr).not.toContain('another backend');
  });

  it('destroy reports what happens to the namespace of the stack', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    const {stderr} = await stack.gantry(['destroy', '--dry-run']);
    expect(stderr).toContain(`note: the namespace ${namespace} is kept`);
    expect(stderr).toContain(`Run "gantry exec -w test -- kubectl delete namespace ${namespace}"`);
    await destroyed(stack);
    const again = await stack.gantry(['destroy', '--yes']);
    expect(again.stdout).toContain('it has no resources there');
    expect(again.stderr).not.toContain('stays');
  });
});
