import {execFileSync} from 'node:child_process';
import {copyFile, mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {readYaml} from '../../src/config/yaml/read-yaml.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {sampleApplication} from '../rig/sample-application.ts';
import {makeStack} from '../rig/stack.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

onCluster('the first steps of a new stack', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('init --from makes a valid stack from existing manifests, and it previews in a new workspace', async () => {
    const stack = await makeStack({});
    const cwd = join(stack.dir, 'new');
    await mkdir(join(cwd, 'k8s'), {recursive: true});
    await writeFile(join(cwd, 'k8s/shop.yaml'), sampleApplication()['manifests/shop.yaml'] ?? '');
    const gantry = (...args: readonly string[]) => stack.gantry(args, {cwd});
    expect(await gantry('init', '--from', 'k8s')).toMatchObject({code: 0});
    expect(await gantry('validate')).toMatchObject({code: 0, stdout: expect.stringContaining('10 resources')});
    expect(await gantry('workspace', 'create', 'dev', '--kubeconfig', kubeconfigPath)).toMatchObject({code: 0});
    const previewed = await stack.json<Plan>(['preview', '-w', 'dev'], {cwd});
    expect(previewed.code, previewed.stderr).toBe(0);
  });

  it('init without flags makes a stack that can be applied as it is to the cluster of ~/.kube/config', async () => {
    const stack = await makeStack({});
    await mkdir(join(stack.home, '.kube'), {recursive: true});
    await copyFile(kubeconfigPath, join(stack.home, '.kube/config'));
    const cwd = join(stack.dir, cluster.freshNamespace('first'));
    await mkdir(cwd);
    for (const args of [['init'], ['validate'], ['apply', '--yes', '-w', 'dev'], ['destroy', '--yes', '-w', 'dev']]) {
      const ran = await stack.gantry(args, {cwd});
      expect(ran.code, ran.stderr).toBe(0);
    }
  });

  it('init --app writes the schema of the application as explain prints it, and the new stack is valid', async () => {
    const stack = await makeStack({});
    const cwd = join(stack.dir, 'new');
    await mkdir(cwd);
    const gantry = (...args: readonly string[]) => stack.gantry(args, {cwd});
    expect(await gantry('init', '--app')).toMatchObject({code: 0});
    const printed = await gantry('explain', 'application', '--schema', '-w', 'sandbox');
    expect(await readFile(join(cwd, 'gantry.app.schema.json'), 'utf8')).toBe(printed.stdout);
    expect(await gantry('validate', '-w', 'sandbox')).toMatchObject({code: 0, stderr: ''});
    const again = await gantry('init', '--app');
    expect(again.code).toBe(3);
    expect(again.stderr).toContain('gantry.app.schema.json');
  });

  it('files that Gantry writes into the directory of a stack are not read as manifests', async () => {
    const namespace = cluster.freshNamespace('first');
    const stack = await makeStack({kubeconfigPath, namespace, files: sampleApplication()});
    await stack.write({'stack.yaml': {name: 'shop', workspace: 'test', namespace}});
    const env = {GANTRY_HOME: join(stack.dir, 'state')};
    const runs = [
      ['apply', '--yes', '--report', 'yaml=applied.yaml'],
      ['preview', '--save', 'plan.json', '--report', 'json=preview.json'],
      ['preview', '--exit-code'],
      ['drift', '--exit-code'],
      ['destroy', '--yes'],
    ];
    for (const args of runs) {
      const ran = await stack.gantry(args, {env});
      expect(ran, `${args.join(' ')}: ${ran.stderr}`).toMatchObject({code: 0});
    }
  });

  it("build writes the same bytes every time, in any directory, as kubectl's YAML", async () => {
    const stack = await makeStack({namespace: 'shop', files: sampleApplication()});
    for (const output of ['json', 'yaml', 'human']) {
      const [first, second, elsewhere] = [
        await stack.gantry(['build', '--masked', '-o', output]),
        await stack.gantry(['build', '--masked', '-o', output]),
        await stack.gantry(['build', '--masked', '-o', output, '-C', stack.dir], {cwd: '/'}),
      ];
      expect(first).toMatchObject({code: 0, stderr: ''});
      expect(second?.stdout).toBe(first?.stdout);
      expect(elsewhere?.stdout).toBe(first?.stdout);
    }
    const {stdout} = await stack.gantry(['build', '--masked', '-o', 'yaml']);
    const {documents, diagnostics} = readYaml(stdout, 'build');
    expect(diagnostics).toEqual([]);
    expect(documents).toHaveLength(10);
  });

  it.each(['human', 'yaml', 'json'])(
    'build -o %s refuses to give masked values to a program without a flag',
    async (output) => {
      const secret = {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {name: 'db', namespace: 'shop'},
        stringData: {password: 'hunter2-of-shop'},
      };
      const stack = await makeStack({namespace: 'shop', files: {'manifests/db.yaml': secret}});
      const refused = await stack.gantry(['build', '-o', output]);
      expect(refused).toMatchObject({
        code: 3,
        stdout: output === 'human' ? '' : expect.not.stringContaining('stringData'),
      });
      expect(refused.stdout + refused.stderr).toContain('--masked');
      const masked = await stack.gantry(['build', '--masked', '-o', output]);
      expect(masked).toMatchObject({code: 0, stdout: expect.stringContaining('***')});
      expect(masked.stdout).not.toContain('hunter2');
      const revealed = await stack.gantry(['build', '--reveal', '-o', output]);
      expect(revealed).toMatchObject({code: 0, stdout: expect.stringContaining('hunter2-of-shop')});
      expect(await stack.gantry(['build', '--masked', '--reveal', '-o', output])).toMatchObject({code: 3});
      const all = await stack.gantry(['build', '--all', '-o', output]);
      expect(all.code).toBe(3);
      expect((await stack.gantry(['build', '--all', '--reveal', '-o', output])).stdout).toContain('hunter2-of-shop');
      await stack.write({'manifests/db.yaml': {...secret, stringData: {password: 'ref://store/password'}}});
      expect((await stack.gantry(['build', '-o', output])).code).toBe(0);
    },
  );

  it('build does not depend on the time zone and language of the machine', async () => {
    const stack = await makeStack({namespace: 'shop', files: sampleApplication()});
    const build = (env: Readonly<Record<string, string>>) =>
      execFileSync(
        process.execPath,
        ['--no-warnings', new URL('../../bin/gantry.js', import.meta.url).pathname, 'build', '--masked', '-o', 'json'],
        {
          cwd: stack.dir,
          env: {HOME: stack.home, ...TESTED_PROGRAM, ...env},
          encoding: 'utf8',
        },
      );
    expect(build({LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Auckland'})).toBe(build({LC_ALL: 'C', TZ: 'UTC'}));
  });
});
