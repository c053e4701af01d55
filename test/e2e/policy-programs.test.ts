import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {readJunit} from '../rig/junit-schema.ts';
import {configMap, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {readSarif} from '../rig/sarif-schema.ts';
import {makeStack} from '../rig/stack.ts';

const LEVEL = `import {definePolicy} from 'gantry/module';
import {allowed} from './allowed.ts';

type ConfigMap = {metadata: {name: string}; data?: Record<string, string>};

export default definePolicy<ConfigMap>({
  name: 'level',
  checkObject({object}) {
    if (!allowed.includes(object.data?.level ?? 'info'))
      return {message: \`the level \${object.data?.level} is not allowed\`, path: ['data', 'level']};
  },
  checkChange({change, plan}) {
    if (change.action === 'delete' && plan.workspace === 'test') return 'nothing is deleted here';
  },
});
`;

onCluster('policies that are programs', (cluster) => {
  const stackWith = async (
    policy: readonly JsonObject[],
    files: Readonly<Record<string, string | object>>,
    ...objects: readonly JsonObject[]
  ) => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace,
      files: {
        ...manifests(...objects),
        ...files,
        'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: cluster.kubeconfigPath}, policy},
      },
    });
    return {stack, namespace};
  };

  const MATCHED = {
    file: '../policies/level.ts',
    match: {kinds: ['ConfigMap'], actions: ['create', 'update', 'delete']},
  };
  const PROGRAM = {
    'policies/level.ts': LEVEL,
    'policies/allowed.ts': "export const allowed: readonly string[] = ['info', 'warn'];\n",
  };
  const SETTINGS = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata:\n  level: debug\n';

  it('a program denies an object at its field, in validate, in a plan and in reports, and a waiver permits it', async () => {
    const {stack, namespace} = await stackWith([{file: '../policies/level.ts'}], PROGRAM);
    await stack.write({'manifests/settings.yaml': SETTINGS});
    const text = 'settings.yaml:5:10: error: the level debug is not allowed (policy/level)';
    const validated = await stack.gantry(['validate']);
    expect(validated.code, validated.stderr).toBe(3);
    expect(validated.stderr).toContain(text);
    const reports = ['--report', 'sarif=a.sarif', '--report', 'junit=a.xml'];
    const {document} = await stack.json<Plan>(['preview', ...reports], {env: {GITHUB_WORKSPACE: stack.dir}});
    expect(document.changes.map(({blocked}) => blocked?.policies)).toEqual([['level']]);
    const read = (file: string) => readFile(join(stack.dir, file), 'utf8');
    const {results = []} = readSarif(await read('a.sarif')).runs[0] ?? {};
    expect(results.map(({ruleId, level, locations}) => [ruleId, level, locations?.[0]?.physicalLocation])).toEqual([
      [
        'policy/level',
        'error',
        expect.objectContaining({region: expect.objectContaining({startLine: 5, startColumn: 10})}),
      ],
    ]);
    const junit = await read('a.xml');
    readJunit(junit);
    expect(junit).toContain('file="manifests/settings.yaml"');
    expect(junit).toContain('manifests/settings.yaml:5:10: error: the level debug is not allowed (policy/level)');
    const waiver = {
      waive: 'level',
      resources: [`v1:ConfigMap:${namespace}:settings`],
      reason: 'a try',
      expires: '2999-12-31',
    };
    const workspace = {name: 'test', context: {kubeconfig_path: cluster.kubeconfigPath}};
    await stack.write({'workspaces/test.yaml': {...workspace, policy: [{file: '../policies/level.ts'}, waiver]}});
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a program denies a change of a plan, which `validate` does not check', async () => {
    const both = [configMap('a', {level: 'info'}), configMap('b', {level: 'warn'})];
    const {stack, namespace} = await stackWith([MATCHED], PROGRAM, ...both);
    await applied(stack);
    await stack.write(manifests(configMap('a', {level: 'info'})));
    expect(await stack.gantry(['validate'])).toMatchObject({code: 0});
    const ran = await stack.gantry(['apply', '--yes']);
    expect(ran.code, ran.stderr).toBe(5);
    expect(ran.stdout + ran.stderr).toContain('policy level: nothing is deleted here');
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'b'})).toBeDefined();
  });

  it('a program receives no value of a Secret, and a program that fails blocks all changes', async () => {
    const policy = (body: string) => `export default {name: 'hostile', async checkObject({object}) { ${body} }};\n`;
    const {stack} = await stackWith(
      [{file: '../policies/hostile.js'}],
      {'policies/hostile.js': policy('return JSON.stringify(object);')},
      {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'login'}, stringData: {password: 'canary-7c1d'}},
    );
    const said = await stack.gantry(['validate']);
    expect(said.stderr).toContain('"kind":"Secret"');
    expect(said.stderr).not.toMatch(/canary-7c1d|Y2FuYXJ5LTdjMWQ/);
    for (const [body, want] of [
      ["throw new Error('no answer');", 'the policy failed: no answer (hostile.js:1:'],
      ['return 5;', 'the policy returned a value that cannot be used (policy/hostile)'],
      ["await fetch('http://127.0.0.1:1/');", 'it uses fetch, but it must not use the network'],
      ['return Object.keys(process.env).join();', 'it lists the environment variables, but it has no access to them'],
      ["(await import('node:fs')).readFileSync('/etc/hostname');", 'it may not read /etc/hostname'],
      ['process.exit(3);', 'the policy ../policies/hostile.js: it ended before it answered (3) (policy/program)'],
    ] as const) {
      await stack.write({'policies/hostile.js': policy(body)});
      const ran = await stack.gantry(['validate']);
      expect(ran.code, body).toBe(3);
      expect(ran.stderr).toContain(want);
    }
  });

  it('a field that a rule changes in a live object has the cause `workspace` and the line of the rule', async () => {
    const {stack, namespace} = await stackWith([], {}, configMap('settings', {level: 'debug'}));
    await applied(stack);
    const context = {kubeconfig_path: cluster.kubeconfigPath};
    const rule = {name: 'level', match: {kinds: ['ConfigMap']}, mutate: '{"data": {"level": "warn"}}'};
    await stack.write({'workspaces/test.yaml': {name: 'test', context, policy: [rule]}});
    const {document} = await stack.json<Plan>(['preview']);
    expect(document.changes).toMatchObject([
      {
        id: `v1:ConfigMap:${namespace}:settings`,
        action: 'update',
        fields: [
          {path: 'data.level', cause: 'workspace', at: {file: expect.stringMatching(/workspaces\/test\.yaml$/)}},
        ],
      },
    ]);
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('mutations change objects at build and are a layer of their own, and a second apply changes nothing', async () => {
    const {stack, namespace} = await stackWith(
      [
        {name: 'team', mutate: '{"metadata": {"labels": {"team": "shop", "old": null}}}'},
        {name: 'level', match: {kinds: ['ConfigMap']}, mutate: {file: '../policies/warn.ts'}},
        {name: 'labelled', deny: 'object.metadata.labels.team != "shop"'},
      ],
      {
        'policies/warn.ts':
          "export default {name: 'warn', mutate: ({object}: any) => (object.data.level === 'debug' ? {data: {level: 'warn'}} : undefined)};\n",
      },
    );
    await stack.write({
      'manifests/settings.yaml': SETTINGS.replace('{name: settings}', '{name: settings, labels: {old: "1"}}'),
    });
    const id = `v1:ConfigMap:${namespace}:settings`;
    const {document} = await stack.json<Plan>(['preview', '--detail']);
    expect(document.changes.map(({id: one, action}) => [one, action])).toEqual([[id, 'create']]);
    await applied(stack);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toMatchObject({
      metadata: {labels: {team: 'shop'}},
      data: {level: 'warn'},
    });
    expect(await pendingChanges(stack)).toEqual([]);
    const explained = await stack.gantry(['build', '--explain', `${id}#data.level`]);
    expect(explained.stdout).toMatch(/source +manifests\/settings\.yaml:5:10 +written +debug/);
    expect(explained.stdout).toMatch(/policy +workspaces\/test\.yaml:\d+:\d+ +by level +warn/);
    const {document: layers} = await stack.json<{layers: readonly JsonObject[]}>([
      'build',
      '--explain',
      `${id}#data.level`,
    ]);
    expect(layers.layers).toMatchObject([
      {layer: 'source', value: 'debug'},
      {layer: 'policy', policy: 'level', value: 'warn'},
    ]);
  });

  it.each([
    {
      name: 'two rules that set a field differently',
      policy: [
        {name: 'a', mutate: '{"data": {"level": "1"}}'},
        {name: 'b', mutate: '{"data": {"level": "2"}}'},
      ],
      want: ['the policy b cannot change', 'a sets `data.level` to another value', 'add `after: [a]` to b'],
    },
    {
      name: 'an identity',
      policy: [{name: 'a', mutate: '{"metadata": {"name": "other"}}'}],
      want: ['it must not change apiVersion, kind, name and namespace'],
    },
    {
      name: 'rules in a cycle',
      policy: [
        {name: 'a', mutate: '{}', after: ['b']},
        {name: 'b', mutate: '{}', after: ['a']},
      ],
      want: ['the `after` fields of these mutations form a cycle: a, b'],
    },
    {
      name: 'an unknown rule',
      policy: [
        {name: 'first', mutate: '{}'},
        {name: 'b', mutate: '{}', after: ['frist']},
      ],
      want: ['`after` of b: the mutation frist was not found', 'Did you mean `first`?'],
    },
    {
      name: 'no mapping',
      policy: [{name: 'a', mutate: 'object.kind == "ConfigMap"'}],
      want: ['the rule a: the result must be a map, not a bool (policy/expression)'],
    },
    {
      name: 'an absent field',
      policy: [{name: 'a', mutate: '{"data": {"x": object.data.none}}'}],
      want: ['the policy a cannot change', 'the expression cannot be evaluated: none does not exist'],
    },
    {
      name: 'a program without `mutate`',
      policy: [{name: 'a', mutate: {file: '../policies/level.ts'}}],
      want: ['the policy ../policies/level.ts: it has no `mutate`'],
    },
    {
      name: 'a missing program',
      policy: [{name: 'a', mutate: {file: '../policies/none.ts'}}],
      want: ['none.ts', '(policy/program)'],
    },
    {
      name: 'a program outside of the project',
      policy: [{name: 'a', mutate: {file: '../../x.ts'}}],
      want: ['`../../x.ts` is outside of the project directory'],
    },
    {
      name: 'actions',
      policy: [{name: 'a', mutate: '{}', match: {actions: ['create']}}],
      want: ['`actions` cannot be used with `mutate`'],
    },
  ])('mutations with $name are refused', async ({policy, want}) => {
    const {stack} = await stackWith(policy, PROGRAM, configMap('settings', {level: '0'}));
    const built = await stack.gantry(['build']);
    expect(built.code).toBe(3);
    for (const one of want) expect(built.stderr).toContain(one);
  });

  it('a mutation with `after` wins, whatever the order of the list', async () => {
    const {stack} = await stackWith(
      [
        {name: 'b', mutate: '{"data": {"level": "b of " + object.data.level}}', after: ['a']},
        {name: 'a', mutate: '{"data": {"level": "a"}}'},
      ],
      {},
      configMap('settings', {level: '0'}),
    );
    expect((await stack.gantry(['build', '-o', 'yaml'])).stdout).toContain('level: b of a');
  });
});
