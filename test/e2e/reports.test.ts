import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {applied} from '../rig/changes.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

onCluster('what a pipeline reads', (cluster) => {
  const {kubeconfigPath} = cluster;
  const read = ({dir}: Stack, file: string): Promise<string> => readFile(join(dir, file), 'utf8');

  it('has one marker for the plan, for what apply did, and for an error', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    const report = ['--report', 'markdown=plan.md'];
    const markers: (string | undefined)[] = [];
    const remember = async (): Promise<string> => {
      const text = await read(stack, 'plan.md');
      markers.push(text.split('\n')[0]);
      return text;
    };
    await stack.gantry(['preview', ...report]);
    expect(await remember()).toContain('+ data: {"a":"1"}');
    await applied(stack, report);
    expect(await remember()).toMatch(/Release 1 of .* succeeded/);
    await stack.write({
      'manifests/wrong.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {a: [1]}\n',
    });
    expect(await stack.gantry(['apply', '--yes', ...report])).toMatchObject({code: 3});
    expect(await remember()).toContain('wrong.yaml:4');
    expect(new Set(markers)).toEqual(new Set(['<!-- gantry:shop/shop/test -->']));
  });

  it('holds no value of a Secret, whatever the format', async () => {
    const namespace = cluster.freshNamespace();
    const secret = (token: string) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'login'},
      stringData: {token},
    });
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(secret('canary-one'))});
    await applied(stack);
    await stack.write(manifests(secret('canary-two')));
    const formats = ['markdown', 'json', 'yaml', 'human'];
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: stack.dir,
      GITHUB_STEP_SUMMARY: join(stack.dir, 'summary.txt'),
      GITHUB_OUTPUT: join(stack.dir, 'output.txt'),
    };
    const {stderr} = await stack.gantry(
      ['preview', ...formats.flatMap((name) => ['--report', `${name}=${name}.txt`])],
      {env},
    );
    const written = await Promise.all([...formats, 'summary', 'output'].map((name) => read(stack, `${name}.txt`)));
    expect(written[0]).toContain('data.token: (sensitive, changed)');
    expect(written.at(-1)).toContain('changes=1\n');
    const [one, two] = ['canary-one', 'canary-two'].map((text) => Buffer.from(text).toString('base64'));
    for (const text of [...written, stderr]) {
      for (const value of ['canary', one, two]) expect(text).not.toContain(value);
    }
  });

  it('marks the line of a file, from the root of the repository', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace});
    await stack.write({
      'manifests/wrong.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {a: [1]}\n',
    });
    const {stderr, document} = await stack.json<{error: {code: string}}>(['preview'], {
      env: {GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: join(stack.dir, '..')},
    });
    expect(document.error.code).toBe('object/refused');
    expect(stderr).toMatch(/^::error file=shop\/manifests\/wrong\.yaml,line=4,/m);
  });
});
