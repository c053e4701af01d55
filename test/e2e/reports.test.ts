import {readFile, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {applied} from '../rig/changes.ts';
import {readJunit} from '../rig/junit-schema.ts';
import {configMap, deployment, failing, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

onCluster('reports for pipelines', (cluster) => {
  const {kubeconfigPath} = cluster;
  const read = ({dir}: Stack, file: string): Promise<string> => readFile(join(dir, file), 'utf8');

  it('the Markdown report has one marker for the plan, for the result of an apply, and for an error', async () => {
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

  it('no report contains a value of a Secret, whatever the format', async () => {
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
    const formats = ['markdown', 'json', 'yaml', 'human', 'junit', 'sarif', 'gitlab-codequality', 'gitlab-terraform'];
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

  it("a report of a failed rollout contains the cluster's reason in a failed test, without the secret of its log", async () => {
    const namespace = cluster.freshNamespace();
    const token = 'canary-in-a-log';
    const files = manifests(
      {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'login'}, stringData: {token}},
      deployment('web', {
        annotations: failing('crash-loop'),
        args: [`--token=${token}`],
        env: [{name: 'TOKEN', valueFrom: {secretKeyRef: {name: 'login', key: 'token'}}}],
      }),
      configMap('settings', {a: '1'}),
    );
    const stack = await makeStack({kubeconfigPath, namespace, files});
    const args = ['--report', 'junit=a.xml', '--report', 'sarif=a.sarif', '--report', 'gitlab-codequality=a.json'];
    const ran = await stack.gantry(['apply', '--yes', ...args]);
    expect(ran, ran.stderr).toMatchObject({code: 6});
    const [suite] = readJunit(await read(stack, 'a.xml')).children;
    const tests = new Map(suite?.children.map((test) => [test.attributes['name'], test]));
    expect(tests.get(`v1:ConfigMap:${namespace}:settings`)?.children.map(({name}) => name)).toEqual(['system-out']);
    const web = tests.get(`apps/v1:Deployment:${namespace}:web`);
    expect(Number(web?.attributes['time'])).toBeGreaterThan(0);
    expect(web?.children[0]).toMatchObject({name: 'failure', attributes: {type: 'object/failed'}});
    expect(web?.children[0]?.text).toMatch(/BackOff[^]*log of web-/);
    expect(JSON.parse(await read(stack, 'a.sarif'))).toMatchObject({
      runs: [{results: [{ruleId: 'object/failed', level: 'error'}], invocations: [{exitCode: 6}]}],
    });
    const leaked = [token, Buffer.from(token).toString('base64')];
    for (const file of ['a.xml', 'a.sarif', 'a.json'])
      for (const value of leaked) expect(await read(stack, file)).not.toContain(value);
  });

  it('a report has a case for each checked object, whatever the command', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    await cluster.patchAs(
      'kubectl-edit',
      {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'},
      {
        data: {a: '9'},
      },
    );
    const settings = `v1:ConfigMap:${namespace}:settings`;
    const outcomes = async (...command: readonly string[]): Promise<readonly (readonly unknown[])[]> => {
      await stack.gantry([...command, '--report', 'junit=a.xml']);
      const tests = readJunit(await read(stack, 'a.xml')).children.flatMap(({children}) => children);
      return tests.map(({attributes, children}) => [attributes['name'], children[0]?.name]);
    };
    expect(await outcomes('validate')).toEqual([[settings, undefined]]);
    expect(await outcomes('build')).toEqual([[settings, undefined]]);
    expect(await outcomes('status')).toContainEqual([settings, 'system-out']);
    expect(await outcomes('drift', '--all')).toContainEqual([settings, 'failure']);
    expect(await outcomes('wait')).toEqual([['run', undefined]]);
    expect(await outcomes('apply', '--revision', 'current', '--yes')).toContainEqual([settings, 'system-out']);
    expect(await outcomes('preview', '-w', 'nowhere')).toEqual([['run', 'error']]);
  });

  it('a report marks the line of a file, relative to the root of the repository', async () => {
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
    // The pipeline names its directory by a link, and the process knows none.
    const link = join(await scratchDirectory(), 'work');
    await symlink(join(stack.dir, '..'), link);
    const linked = await stack.gantry(['preview', '--report', 'gitlab-codequality=a.json'], {
      env: {GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: link},
    });
    expect(linked.stderr).toMatch(/^::error file=shop\/manifests\/wrong\.yaml,line=4,/m);
    const found = JSON.parse(await read(stack, 'a.json')) as {location: {path: string; lines: {begin: number}}}[];
    expect(found.map(({location}) => location)).toContainEqual({path: 'shop/manifests/wrong.yaml', lines: {begin: 4}});
  });
});
