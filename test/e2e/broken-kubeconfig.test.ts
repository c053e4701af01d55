import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {delimiter, dirname, join} from 'node:path';
import {expect, it} from 'vitest';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {expectNothingRecorded, expectRefused} from './support/refusal.ts';

const configMap = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}};

type Level = {
  readonly name: string;
  readonly context?: Readonly<Record<string, string>>;
  /** Of the stack's directory, by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  /** `~/.kube/config`. */
  readonly home?: string;
  /** `KUBECONFIG`, members of the stack's directory. */
  readonly variable?: readonly string[];
  /** Where the file itself can tell, its reader does, with the position. */
  readonly code?: 'input/invalid';
  readonly says: readonly (string | RegExp)[];
};

const NOT_A_KUBECONFIG = 'kind: ConfigMap\n';

const BROKEN: readonly Level[] = [
  {
    name: 'kubeconfig_path of the context that leads to no file',
    context: {kubeconfig_path: 'missing.kubeconfig'},
    says: ['context.kubeconfig_path', 'workspaces/missing.kubeconfig', 'does not exist'],
  },
  {
    name: 'kubeconfig_path of the context that leads to a directory',
    context: {kubeconfig_path: '..'},
    says: ['context.kubeconfig_path', 'is a directory'],
  },
  {
    name: 'kubeconfig_path of the context that leads to a file with a YAML error',
    context: {kubeconfig_path: 'bad.kubeconfig'},
    files: {'workspaces/bad.kubeconfig': 'clusters: [\n'},
    says: ['context.kubeconfig_path', 'workspaces/bad.kubeconfig', 'line'],
  },
  {
    name: 'kubeconfig_content of the context that is no kubeconfig',
    context: {kubeconfig_content: NOT_A_KUBECONFIG},
    says: ['context.kubeconfig_content', 'not a kubeconfig'],
  },
  {
    name: 'kubeconfig_content of the context that holds a path',
    context: {kubeconfig_content: '/etc/kubeconfig'},
    says: ['context.kubeconfig_content', 'kubeconfig_path'],
  },
  {
    name: 'an empty kubeconfig_content of the context',
    context: {kubeconfig_content: ''},
    code: 'input/invalid',
    says: [/workspaces\/test\.yaml:\d+:\d+/, 'kubeconfig_content', 'empty'],
  },
  {
    name: 'a KUBECONFIG of which no member exists',
    variable: ['one.kubeconfig', 'two.kubeconfig'],
    says: ['KUBECONFIG', 'one.kubeconfig', 'two.kubeconfig'],
  },
  {
    name: 'a KUBECONFIG with a malformed member, though another one is good',
    files: {'bad.kubeconfig': 'clusters: [\n'},
    variable: ['bad.kubeconfig', 'good.kubeconfig'],
    says: ['KUBECONFIG', 'bad.kubeconfig'],
  },
  {
    name: 'a malformed ~/.kube/config',
    home: 'clusters: {a\n',
    says: ['~/.kube/config', '.kube/config'],
  },
  {
    name: 'no kubeconfig anywhere',
    says: ['kubeconfig_content', 'kubeconfig_path', 'KUBECONFIG', '~/.kube/config'],
  },
];

const levelsBelow = ({context, variable}: Level): readonly ('home' | 'variable')[] =>
  context !== undefined ? ['variable', 'home'] : variable !== undefined ? ['home'] : [];

onCluster('an unusable kubeconfig', (cluster) => {
  /** Everything below the level under test is good: nothing of it may be used in its place. */
  async function stackOf({context, files = {}, home}: Level, lower: readonly ('home' | 'variable')[]): Promise<Stack> {
    const good = await readFile(cluster.kubeconfigPath, 'utf8');
    const stack = await makeStack({
      namespace: cluster.freshNamespace(),
      files: {
        'manifests/a.yaml': configMap,
        'workspaces/test.yaml': {name: 'test', ...(context === undefined ? {} : {context})},
        'good.kubeconfig': good,
        ...files,
      },
    });
    const ownConfig = home ?? (lower.includes('home') ? good : undefined);
    if (ownConfig !== undefined) {
      const file = join(stack.home, '.kube', 'config');
      await mkdir(dirname(file), {recursive: true});
      await writeFile(file, ownConfig);
    }
    return stack;
  }

  it.each(BROKEN)('an unusable kubeconfig is named, and no lower one is used: $name', async (level) => {
    const lower = levelsBelow(level);
    const stack = await stackOf(level, lower);
    const members = level.variable ?? (lower.includes('variable') ? ['good.kubeconfig'] : undefined);
    const env = members === undefined ? {} : {KUBECONFIG: members.map((name) => join(stack.dir, name)).join(delimiter)};
    const {code = 'context/kubeconfig', says} = level;
    const refusal = {exit: 3, code, says: ['test', ...says]};
    for (const args of [['preview'], ['apply', '--yes'], ['workspace', 'trust']])
      await expectRefused(stack, args, refusal, {env});
    await expectNothingRecorded(stack);
  });

  it('missing files in KUBECONFIG are skipped with a warning that names them', async () => {
    const stack = await stackOf({name: '', says: []}, []);
    const env = {
      KUBECONFIG: ['gone.kubeconfig', 'good.kubeconfig'].map((name) => join(stack.dir, name)).join(delimiter),
    };
    const human = await stack.gantry(['preview'], {env});
    expect(human).toMatchObject({code: 0});
    expect(human.stderr).toMatch(/warning: .*gone\.kubeconfig/);
  });

  it('an empty KUBECONFIG counts as unset', async () => {
    const stack = await stackOf({name: '', says: []}, ['home']);
    const {document, code} = await stack.json<{values: {name: string; source: unknown}[]}>(['workspace', 'explain'], {
      env: {KUBECONFIG: ''},
    });
    expect(code).toBe(0);
    expect(document.values).toMatchObject([{name: 'kubeconfig', source: {kind: 'default', what: '~/.kube/config'}}]);
  });

  it('in a pod the kubeconfig has priority over the service account, and outside of a pod no cluster is assumed', async () => {
    const stack = await stackOf({name: '', says: []}, []);
    const env = {KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: '1'};
    await expectRefused(stack, ['preview'], {exit: 3, code: 'context/kubeconfig', says: ['not a pod']}, {env});
  });
});
