import {existsSync, readFileSync} from 'node:fs';
import {chmod, readdir, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it, vi} from 'vitest';
import {toolPath} from '../controlplane/for-tests.ts';
import {canary, leaks} from '../rig/canaries.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack} from '../rig/stack.ts';

type Files = Readonly<Record<string, string>>;

const template = (text: string): Files => ({'chart/templates/a.yaml': text});
const map = (data: string): Files =>
  template(`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  x: ${data}\n`);

onCluster('a hostile chart', (cluster) => {
  beforeAllBuild('helm', 'helm4');

  describe.each(['helm', 'helm4'] as const)('rendered by %s', (tool) => {
    const opened = async (files: Files) => {
      const namespace = cluster.freshNamespace();
      await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
      const secret = canary('in the cluster');
      const metadata = {name: 'token', namespace};
      await cluster.create({apiVersion: 'v1', kind: 'Secret', metadata, stringData: {token: secret}});
      const stack = await makeStack({
        kubeconfigPath: cluster.kubeconfigPath,
        namespace,
        files: {
          'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: [{helm: {path: 'chart'}}]},
          'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
          ...files,
        },
      });
      const bin = await scratchDirectory();
      const program = join(bin, 'helm');
      const real = (await toolPath(tool)) ?? '';
      await symlink(real, program);
      const run = (args: readonly string[], signal?: AbortSignal) =>
        stack.gantry(args, {env: {PATH: bin}, ...(signal === undefined ? {} : {signal})});
      return {stack, secret, bin, program, real, run};
    };

    it.each([
      {
        name: 'a template that includes itself',
        files: template('{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}'),
        says: /nested reference name|stack|recursion/i,
      },
      {
        name: 'a template that prints 50 MB',
        files: map('"{{ range until 520 }}{{ repeat 100000 "x" }}{{ end }}"'),
        says: /the chart printed more than 48 MiB/,
      },
      {
        name: 'aliases that grow with each level',
        files: template(
          `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nx0: &x0 [a, a, a, a, a, a, a, a, a, a]\n${Array.from(
            {length: 9},
            (_, i) => `x${i + 1}: &x${i + 1} [${Array.from({length: 10}, () => `*x${i}`).join(', ')}]\n`,
          ).join('')}`,
        ),
        says: /alias|anchor|YAML|Unmarshal/i,
      },
      {
        name: 'a Secret by a path in the name of another object',
        files: map('{{ lookup "v1" "ConfigMap" .Release.Namespace "../secrets/token" | toJson | quote }}'),
        says: /invalid resource name|may not contain/,
      },
      {
        name: 'a Secret by a path in the namespace',
        files: map('{{ lookup "v1" "ConfigMap" "x/../../namespaces" "a" | toJson | quote }}'),
        says: /invalid|may not contain|not found|not a look-up|denied|refused/i,
      },
      {
        name: 'an API version that is an address',
        files: map('{{ lookup "//127.0.0.1:1/api" "ConfigMap" "" "" | toJson | quote }}'),
        says: /127\.0\.0\.1:1|unexpected GroupVersion/,
      },
      {
        name: 'a subchart whose name is a path',
        files: {
          'chart/charts/db/Chart.yaml': 'apiVersion: v2\nname: ../../../../../../tmp/gantry-hostile\nversion: 1.0.0\n',
          'chart/charts/db/templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: pwned}\n',
        },
        says: /name/,
      },
    ])('$name is an error, and nothing leaks or is left', async ({files, says}) => {
      const {stack, secret, run} = await opened(files);
      const began = performance.now();
      const refused = await run(['apply', '--yes']);
      expect(refused, refused.stderr).toMatchObject({code: 3, stderr: expect.stringMatching(says)});
      expect(performance.now() - began).toBeLessThan(60_000);
      expect(leaks(refused.stdout + refused.stderr, {secret})).toEqual([]);
      expect(existsSync('/tmp/gantry-hostile')).toBe(false);
      expect(await runsLeft(stack.home)).toEqual([]);
    });

    it.each(['"SecretList" .Release.Namespace ""', '"secrets" .Release.Namespace "token"', '"Event" "" ""'])(
      'a chart finds nothing of a Secret by another kind: lookup "v1" %s',
      async (asked) => {
        const {stack, secret, run} = await opened(map(`{{ lookup "v1" ${asked} | toJson | quote }}`));
        const built = await run(['preview', '--detail', '-o', 'json']);
        expect(built, built.stderr).toMatchObject({code: 0});
        expect(leaks(built.stdout + built.stderr, {secret})).toEqual([]);
        expect(await runsLeft(stack.home)).toEqual([]);
      },
    );

    it('a template that never ends is stopped with Ctrl-C, and no process or file of helm stays', async () => {
      const {stack, run, bin, real, program} = await opened(
        map('"{{ range until 100000 }}{{ range until 100000 }}{{ end }}{{ end }}"'),
      );
      // A program that notes its process, so that the test knows which one must end.
      await rm(program);
      const pidFile = join(bin, 'pid');
      await writeFile(program, `#!/bin/sh\n[ "$1" = template ] && echo $$ > '${pidFile}'\nexec '${real}' "$@"\n`);
      await chmod(program, 0o755);
      const controller = new AbortController();
      const running = run(['apply', '--yes'], controller.signal);
      await vi.waitUntil(() => existsSync(pidFile), 30_000);
      controller.abort('SIGINT');
      expect(await running).toMatchObject({code: 130});
      // Helm ignores SIGTERM. It is killed after 2 s.
      const pid = Number(await readFile(pidFile, 'utf8'));
      await vi.waitUntil(() => !isRunning(pid), 20_000);
      await vi.waitUntil(async () => (await runsLeft(stack.home)).length === 0, 20_000);
    });

    it('a disk without space for the output of helm is an error in the words of helm', async () => {
      const {stack, run, program, real} = await opened(map('"{{ repeat 200000 "x" }}"'));
      await rm(program);
      // A limit of files in place of a full disk: every write beyond 64 KiB fails.
      await writeFile(program, `#!/bin/sh\n[ "$1" = template ] && ulimit -f 128\nexec '${real}' "$@"\n`);
      await chmod(program, 0o755);
      const failed = await run(['preview']);
      expect(failed, failed.stderr).toMatchObject({code: 3, stderr: expect.stringContaining('file too large')});
      expect(await runsLeft(stack.home)).toEqual([]);
    });
  });
});

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns the directories of runs of helm that are left in a home. */
async function runsLeft(home: string): Promise<readonly string[]> {
  const names = await readdir(join(home, '.gantry'), {recursive: true});
  return names.filter((name) => /kubeconfig$|output$/.test(name));
}
