import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {applied} from '../rig/changes.ts';
import {readJunit} from '../rig/junit-schema.ts';
import {configMap, deployment, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {filesOf, makeProject} from '../rig/project.ts';
import {readSarif} from '../rig/sarif-schema.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

onCluster('policies of a workspace', (cluster) => {
  const {kubeconfigPath} = cluster;

  const workspace = (...policy: readonly JsonObject[]) => ({
    'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: kubeconfigPath}, policy},
  });

  const stackWith = async (policy: readonly JsonObject[], ...objects: readonly JsonObject[]) => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: {...manifests(...objects), ...workspace(...policy)},
    });
    return {stack, namespace};
  };

  const web = (namespace: string, image = 'nginx:1.27') => ({
    object: deployment('web', {image, replicas: 0}),
    id: `apps/v1:Deployment:${namespace}:web`,
    at: {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'},
  });

  /** Previews, and returns the rules that deny each change. */
  async function denied(
    stack: Stack,
    args: readonly string[] = [],
  ): Promise<Readonly<Record<string, readonly string[]>>> {
    const {document, code, stderr} = await stack.json<Plan>(['preview', ...args]);
    expect(code, stderr).toBe(0);
    return Object.fromEntries(
      document.changes.flatMap(({id, blocked}) => (blocked?.policies === undefined ? [] : [[id, blocked.policies]])),
    );
  }

  const PRIVILEGED = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 0
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: app
          image: nginx:1.27
          securityContext:
            privileged: true
`;

  it('a denied object blocks an apply with exit code 5, before anything is written, and is named at file and line', async () => {
    const {stack, namespace} = await stackWith([{podSecurity: 'baseline'}], configMap('settings', {a: '1'}));
    await stack.write({'manifests/web.yaml': PRIVILEGED});
    const {id, at} = web(namespace);
    expect(await denied(stack)).toEqual({[id]: ['baseline/privileged']});
    expect(await stack.gantry(['preview', '--exit-code'])).toMatchObject({code: 2});
    const ran = await stack.gantry(['apply', '--yes']);
    expect(ran.code).toBe(5);
    const text = 'container "app" must not set securityContext.privileged to true';
    expect(ran.stderr).toContain(`web.yaml:14:25: error: ${text} (policy/baseline/privileged)`);
    expect(ran.stderr).toContain('The policy of the workspace denies 1 change; nothing was changed.');
    expect(await cluster.get(at)).toBeUndefined();
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toBeUndefined();
    await stack.write({'manifests/web.yaml': PRIVILEGED.replace('privileged: true', 'privileged: false')});
    await applied(stack);
    expect(await cluster.get(at)).toBeDefined();
  });

  it('reports have each breach at its file and line, with the rule as its code', async () => {
    const {stack, namespace} = await stackWith([
      {podSecurity: 'baseline'},
      {podSecurity: 'restricted', action: 'warn'},
    ]);
    await stack.write({'manifests/web.yaml': PRIVILEGED});
    const reports = ['--report', 'sarif=a.sarif', '--report', 'junit=a.xml', '--report', 'markdown=a.md'];
    await stack.gantry(['preview', ...reports], {env: {GITHUB_WORKSPACE: stack.dir}});
    const read = (file: string) => readFile(join(stack.dir, file), 'utf8');
    const sarif = readSarif(await read('a.sarif'));
    const results = sarif.runs[0]?.results ?? [];
    const levels = new Map(results.map(({ruleId, level}) => [ruleId, level]));
    expect(levels.get('policy/baseline/privileged')).toBe('error');
    expect(levels.get('policy/restricted/runAsNonRoot')).toBe('warning');
    expect(levels.has('plan/blocked')).toBe(false);
    const {locations} = results.find(({ruleId}) => ruleId === 'policy/baseline/privileged') ?? {};
    expect(locations?.[0]?.physicalLocation).toMatchObject({
      artifactLocation: {uri: 'manifests/web.yaml'},
      region: {startLine: 14, startColumn: 25},
    });
    const junit = await read('a.xml');
    readJunit(junit);
    expect(junit).toContain(web(namespace).id);
    expect(junit).toMatch(/<failure[^>]*message="blocked: policy baseline\/privileged: container/);
    expect(await read('a.md')).toContain('policy baseline/privileged');
  });

  it('`gantry validate` finds the same breaches without a cluster', async () => {
    const {stack} = await stackWith([{podSecurity: 'baseline'}, {maxDeletions: 0}]);
    await stack.write({
      'manifests/web.yaml': PRIVILEGED,
      'workspaces/test.yaml': {
        name: 'test',
        context: {kubeconfig_path: '/nowhere'},
        policy: [{podSecurity: 'baseline'}],
      },
    });
    const ran = await stack.gantry(['validate']);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('web.yaml:14:25: error: container "app" must not set securityContext.privileged');
  });

  it('a waiver permits the change, and the release records it with its reason and end', async () => {
    const waiver = (expires: string, resources: string) => ({
      waive: 'requiredResources',
      resources: [resources],
      reason: 'limits come with the next version',
      expires,
    });
    const limits = {requiredResources: {limits: ['memory']}};
    const {stack, namespace} = await stackWith([limits], web('x').object);
    const {id} = web(namespace);
    await stack.write(workspace(limits, waiver('2000-01-31', id)));
    expect(await denied(stack)).toEqual({[id]: ['requiredResources']});
    const expired = await stack.gantry(['apply', '--yes']);
    expect(expired.code).toBe(5);
    expect(expired.stderr).toContain('must set resources.limits.memory; its waiver expired on 2000-01-31');
    const invalid = await stack.gantry(['validate']);
    expect(invalid.code).toBe(3);
    expect(invalid.stderr).toContain('the waiver of requiredResources expired on 2000-01-31 (policy/waiver-expired)');

    await stack.write(workspace(limits, waiver('2999-12-31', `apps/v1:Deployment:*:web`)));
    await applied(stack);
    const {document} = await stack.json<Release>(['release', 'show']);
    expect(document.waivers).toEqual([
      {rule: 'requiredResources', resource: id, reason: 'limits come with the next version', expires: '2999-12-31'},
    ]);
    expect((await stack.gantry(['release', 'show'])).stdout).toContain(
      `requiredResources for ${id} until 2999-12-31: limits come with the next version`,
    );
  });

  it('an unchanged object is only reported, and other changes are applied', async () => {
    const {stack, namespace} = await stackWith([], web('x').object);
    await applied(stack);
    await stack.write({
      ...workspace({name: 'two-replicas', match: {kinds: ['Deployment']}, deny: 'object.spec.replicas < 2'}),
      ...manifests(web('x').object, configMap('settings', {a: '1'})),
    });
    expect(await denied(stack)).toEqual({});
    const ran = await stack.gantry(['apply', '--yes']);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toContain('`object.spec.replicas < 2` is true; the object is unchanged, so nothing is blocked');
    await stack.write(manifests(web('x', 'nginx:1.28').object, configMap('settings', {a: '1'})));
    expect(await denied(stack)).toEqual({[web(namespace).id]: ['two-replicas']});
  });

  it('a replaced PVC, an older image and deletions are denied, also with the flags that permit them', async () => {
    const claim = (mode: string): JsonObject => ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {name: 'data'},
      spec: {accessModes: [mode], resources: {requests: {storage: '1Gi'}}, storageClassName: 'none'},
    });
    const {stack, namespace} = await stackWith(
      [],
      claim('ReadWriteOnce'),
      web('x', 'nginx:1.28.1').object,
      configMap('old', {}),
    );
    const files = manifests(claim('ReadWriteOnce'), web('x', 'nginx:1.28.1').object, configMap('old', {}));
    await applied(stack, ['--no-wait']);
    await Promise.all(Object.keys(files).map((file) => stack.remove(file)));
    await stack.write({
      ...manifests(claim('ReadWriteMany'), web('x', 'nginx:1.27').object),
      ...workspace({denyReplace: ['PersistentVolumeClaim']}, {denyImageDowngrade: true}, {maxDeletions: 0}),
    });
    const flags = [
      '--allow-replace',
      'all',
      '--allow-delete',
      'all',
      '--allow-data-loss',
      `v1:PersistentVolumeClaim:${namespace}:data`,
    ];
    expect(await denied(stack, flags)).toEqual({
      [`v1:PersistentVolumeClaim:${namespace}:data`]: ['denyReplace'],
      [web(namespace).id]: ['denyImageDowngrade'],
      [`v1:ConfigMap:${namespace}:old`]: ['maxDeletions'],
    });
    expect(await stack.gantry(['apply', '--yes', ...flags])).toMatchObject({code: 5});
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'old'})).toBeDefined();
  });

  it('a rollback may set an older image', async () => {
    const {stack} = await stackWith([{denyImageDowngrade: true}], web('x', 'nginx:1.27').object);
    await applied(stack);
    await stack.write(manifests(web('x', 'nginx:1.28').object));
    await applied(stack);
    const ran = await stack.gantry(['release', 'rollback', '--yes']);
    expect(ran.code, ran.stderr).toBe(0);
  });

  it('a protected namespace is protected from its own destroy, even if the name of the stack is typed', async () => {
    const {stack, namespace} = await stackWith([], configMap('settings', {a: '1'}));
    await applied(stack);
    await stack.write(workspace({protectedNamespaces: [namespace]}));
    const ran = await stack.gantry(['destroy'], {typed: 'shop\nyes\n'});
    expect(ran.code, ran.stderr).toBe(5);
    expect(ran.stderr).toContain(`the namespace ${namespace} is protected`);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toBeDefined();
    await stack.write(manifests(namespaceObject(namespace, {team: 'x'})));
    expect(await denied(stack)).toEqual({
      [`v1:Namespace:${namespace}`]: ['protectedNamespaces'],
      [`v1:ConfigMap:${namespace}:settings`]: ['protectedNamespaces'],
    });
  });

  it('an expression reads the change and the plan', async () => {
    const scaled = {
      name: 'no-scale-down',
      deny: 'change.fields.exists(f, f.path == "spec.replicas" && has(f.before) && has(f.after) && f.after < f.before)',
      message: 'replicas must not be reduced',
    };
    const kept = {
      name: 'keep-in-apply',
      match: {actions: ['delete'], kinds: ['ConfigMap']},
      deny: 'plan.operation == "apply" && plan.summary.delete > 0 && object.metadata.labels.keep == "yes"',
    };
    const kept1 = configMap('kept', {a: '1'}, {labels: {keep: 'yes'}});
    const {stack, namespace} = await stackWith([scaled, kept], deployment('web', {replicas: 1}), kept1);
    await applied(stack);
    const files = Object.keys(manifests(deployment('web', {replicas: 1}), kept1));
    await stack.remove(files.at(-1) ?? '');
    await stack.write(manifests(deployment('web', {replicas: 0})));
    expect(await denied(stack)).toEqual({
      [web(namespace).id]: ['no-scale-down'],
      [`v1:ConfigMap:${namespace}:kept`]: ['keep-in-apply'],
    });
    expect(await denied(stack, ['--target', 'ConfigMap'])).toEqual({
      [`v1:ConfigMap:${namespace}:kept`]: ['keep-in-apply'],
    });
    expect(await stack.gantry(['destroy', '--yes', '--allow-delete', 'all'])).toMatchObject({code: 0});
  });

  it('an expression that never ends is stopped, and the change is denied', async () => {
    const digits = `[${[...Array(40).keys()].join(', ')}]`;
    const loops = Array.from({length: 6}, (_, i) => `${digits}.all(x${i}, `).join('');
    const {stack, namespace} = await stackWith(
      [{name: 'endless', match: {kinds: ['ConfigMap']}, deny: `${loops}x0 >= 0${')'.repeat(6)}`}],
      configMap('a', {}),
    );
    expect(await denied(stack)).toEqual({[`v1:ConfigMap:${namespace}:a`]: ['endless']});
    const ran = await stack.gantry(['apply', '--yes']);
    expect(ran.code).toBe(5);
    expect(ran.stderr).toContain('the expression cannot be evaluated: it takes longer than 500 ms');
  });

  it('an expression that cannot be evaluated denies, and a wrong one is an error of the workspace', async () => {
    const {stack, namespace} = await stackWith(
      [{name: 'tier', match: {kinds: ['Deployment']}, deny: 'object.spec.tier == "x"'}],
      web('x').object,
    );
    expect(await denied(stack)).toEqual({[web(namespace).id]: ['tier']});
    await stack.write(workspace({name: 'wrong', deny: 'objekt.spec == 1'}));
    const ran = await stack.gantry(['preview']);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('the variable `objekt` does not exist');
    expect(ran.stderr).toContain('Did you mean `object`?');
  });

  it('a saved plan is stale after the policy changed, and a denied one is not applied', async () => {
    const {stack, namespace} = await stackWith([], web('x').object);
    expect(await stack.gantry(['preview', '--save', 'plan'])).toMatchObject({code: 0});
    await stack.write(workspace({name: 'no', deny: 'true'}));
    const stale = await stack.gantry(['apply', 'plan']);
    expect(stale.code, stale.stderr).toBe(5);
    expect(stale.stderr).toContain('stale');
    await stack.gantry(['preview', '--save', 'plan']);
    const shown = await stack.json(['preview', '--from', 'plan']);
    expect(shown.stdout).toContain('"policies":');
    const refused = await stack.gantry(['apply', 'plan']);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain('policy no: `true` is true');
    expect(await cluster.get(web(namespace).at)).toBeUndefined();
  });

  it('a denied stack stops the stacks that depend on it', async () => {
    const namespace = cluster.freshNamespace();
    const stack = (name: string, data: JsonObject, dependsOn: readonly string[] = []) => ({
      head: {dependsOn},
      manifests: {[name]: configMap(name, data)},
    });
    const project = await makeProject({
      kubeconfigPath,
      namespace,
      stacks: {one: stack('one', {a: '1'}, ['two']), two: stack('two', {forbidden: '1'})},
    });
    await project.write(
      workspace({
        name: 'forbidden',
        match: {kinds: ['ConfigMap']},
        deny: 'has(object.data.forbidden)',
        message: 'not here',
      }),
    );
    const ran = await project.json<{readonly stacks: readonly {readonly stack: string; readonly exitCode: number}[]}>([
      'apply',
      '--all',
      '--yes',
    ]);
    expect(ran.code, ran.stdout).toBe(5);
    expect(ran.stdout).toContain('policy forbidden: not here');
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'one'})).toBeUndefined();
    await project.write(filesOf('two', stack('two', {a: '1'}), namespace));
    expect(await project.gantry(['apply', '--all', '--yes'])).toMatchObject({code: 0});
  });

  it('no file of a stack and no annotation waives a rule', async () => {
    const annotated = {...configMap('a', {}), metadata: {name: 'a', annotations: {'gantry.dev/policy': 'ignore'}}};
    const {stack, namespace} = await stackWith([{name: 'no', deny: 'true'}], annotated);
    expect(await denied(stack)).toEqual({
      [`v1:ConfigMap:${namespace}:a`]: ['no'],
      [`v1:Namespace:${namespace}`]: ['no'],
    });
    await stack.write({'stack.yaml': {name: 'shop', workspace: 'test', namespace, policy: []}});
    const ran = await stack.gantry(['preview']);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('unknown field `policy`');
  });
});
