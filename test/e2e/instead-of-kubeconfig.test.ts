import {execFile, spawnSync} from 'node:child_process';
import {chmod, mkdir, readdir, readFile, stat, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {expect, it} from 'vitest';
import {toolPath} from '../controlplane/for-tests.ts';
import {everythingWritten, leaks, openToOthers, plainCanary} from '../rig/canaries.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';
import {keysOf} from './support/kubeconfigs.ts';

const BIN = fileURLToPath(new URL('../../bin/gantry.js', import.meta.url));

onCluster('a workspace in place of KUBECONFIG', (cluster) => {
  beforeAllBuild('kubectl');
  const {kubeconfigPath} = cluster;
  const key = plainCanary('key');
  const context = {kubeconfig_path: kubeconfigPath, AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: key};
  const files = {'workspaces/test.yaml': {name: 'test', context, env: {SHOP_GREETING: `it's "$HOME" \`x\`\n\\ end`}}};

  it('eval "$(gantry env)" sets up a shell without a credential in its kubeconfig, and --unset reverts everything', async () => {
    const stack = await makeStack({files});
    const bash = await bashIn(stack);
    const {stdout} = await bash(
      [
        'eval "$(gantry env)"',
        'kubectl get namespace default -o name',
        'printf "%s|%s|%s\\n" "$AWS_SECRET_ACCESS_KEY" "$SHOP_GREETING" "$GANTRY_WORKSPACE"',
        'cat "$KUBECONFIG"',
        'first=$KUBECONFIG; eval "$(gantry env)"; test ! -e "$first" && test -e "$KUBECONFIG" && echo one at a time',
        'stat -c "%a %n" "$KUBECONFIG"',
        'eval "$(gantry env --unset)"; echo "then: $KUBECONFIG$AWS_SECRET_ACCESS_KEY$GANTRY_WORKSPACE"',
      ],
      {KUBECONFIG: '/mine'},
    );
    expect(stdout).toContain('namespace/default\n');
    expect(stdout).toContain(`${key}|it's "$HOME" \`x\`\n\\ end|test\n`);
    expect(stdout).not.toMatch(/client-key|token:/);
    expect(stdout).toMatch(/one at a time\n600 .*\nthen: \/mine\n$/);
    expect(await readdir(join(stack.home, '.gantry', 'run'))).toEqual([]);
  });

  it('gantry env leaves no secret in the files that stay', async () => {
    const stack = await makeStack({files});
    expect((await stack.gantry(['env'])).code).toBe(0);
    const run = join(stack.home, '.gantry', 'run');
    const written = [...(await everythingWritten(run)).values()].join('\n');
    expect(written).toContain('credential');
    expect(leaks(written, {key, clientKey: keysOf(kubeconfigPath).key})).toEqual([]);
    expect(await openToOthers(run)).toEqual([]);
  });

  it('credentials are shown on a terminal only with --reveal', async () => {
    const stack = await makeStack({files});
    for (const command of [['env'], ['kubeconfig', '--print']]) {
      const refused = await stack.gantry(command, {typed: ''});
      expect(refused).toMatchObject({code: 3, stdout: '', stderr: expect.stringContaining('--reveal')});
      const shown = await stack.gantry([...command, '--reveal'], {typed: ''});
      expect(shown.code).toBe(0);
      expect(shown.stdout).toContain(command[0] === 'env' ? key : keysOf(kubeconfigPath).key);
    }
  });

  it("an entry in the user's kubeconfig logs in with Gantry, and the rest of the file stays as it is", async () => {
    const stack = await makeStack({files});
    const bash = await bashIn(stack);
    const mine =
      '# mine\napiVersion: v1\nkind: Config\nclusters:\n- name: dev # not used\n  cluster: {server: "https://dev"}\ncontexts: []\ncurrent-context: dev\n';
    const config = join(stack.home, '.kube', 'config');
    await mkdir(join(stack.home, '.kube'));
    await writeFile(config, mine, {mode: 0o644});
    await bash(['gantry kubeconfig --merge --exec']);
    const merged = await readFile(config, 'utf8');
    expect(merged).toContain('# mine\n');
    expect(merged).toContain('- name: dev # not used\n');
    expect(merged).toContain('current-context: dev\n');
    expect(merged).not.toMatch(/client-key-data|token/);
    expect((await stat(config)).mode & 0o777).toBe(0o600);
    // From anywhere: the entry says where its workspace is.
    const asked = await bash(['cd /', 'kubectl --context gantry-test get namespace default -o name']);
    expect(asked.stdout).toBe('namespace/default\n');
    await bash(['gantry kubeconfig --unmerge']);
    expect((await readFile(config, 'utf8')).replace('users: []\n', '')).toBe(mine);
  });

  it('an entry with --exec logs in for a program of the desktop, after its Gantry was moved, and in the style of the file', async () => {
    const stack = await makeStack({files});
    const bash = await bashIn(stack);
    const mine = '{kind: Config, # mine\n users: [&dev {name: dev, user: {token: "a#b"}}], x: *dev}\n';
    const config = join(stack.home, 'mine');
    await writeFile(config, mine);
    await symlink('mine', join(stack.home, 'linked'));
    await bash([`gantry kubeconfig --merge ${stack.home}/linked --exec --set-current`]);
    const merged = await readFile(config, 'utf8');
    expect(merged).toContain(mine.slice(0, mine.indexOf(']')));
    const launcher = join(stack.home, '.gantry/bin/gantry');
    expect(merged).toContain(`command: ${launcher}`);
    expect((await stat(launcher)).mode & 0o777).toBe(0o755);
    const kubectl = `env -i PATH=/usr/bin:/bin HOME=${stack.home} ${sourceOf(TESTED_PROGRAM)} "$(command -v kubectl)" --kubeconfig ${stack.home}/linked get namespace default -o name`;
    expect((await bash(['cd /', kubectl])).stdout).toBe('namespace/default\n');
    await bash([`gantry kubeconfig --merge ${config} --exec`]);
    expect(await readFile(config, 'utf8')).toBe(merged);
    // The checkout was moved: the launcher finds the name in a usual directory or in PATH, or says what to do.
    await writeFile(launcher, (await readFile(launcher, 'utf8')).replace(BIN, '/moved/bin/gantry.js'));
    expect((await bash(['cd /', kubectl])).stdout).toBe('namespace/default\n');
    const elsewhere = kubectl.replace(`HOME=${stack.home}`, `HOME=${stack.home}/empty`);
    const inPath = elsewhere.replace('PATH=', `PATH=${stack.home}/bin:`);
    expect((await bash(['cd /', inPath])).stdout).toBe('namespace/default\n');
    const gone = await bash(['cd /', `${elsewhere} 2>&1 || true`]);
    expect(gone.stdout).toContain('gantry: /moved/bin/gantry.js was removed, and no other Gantry was found');
    await bash([`gantry kubeconfig --merge ${config} --exec`]);
    expect((await bash(['cd /', elsewhere])).stdout).toBe('namespace/default\n');
    await bash([`gantry kubeconfig --unmerge ${config}`]);
    const left = (await readFile(config, 'utf8')).replace(', current-context: "", clusters: [], contexts: []', '');
    expect(left).toBe(mine);
  });

  it('a kubeconfig that was changed to another server gets no credential', async () => {
    const stack = await makeStack({files});
    const bash = await bashIn(stack);
    const server = (await stack.json<{server: string}>(['kubeconfig'])).document.server;
    const poisoned = join(stack.dir, 'poisoned');
    const {stdout: good} = await stack.gantry(['kubeconfig', '--print', '--exec']);
    await writeFile(poisoned, good.replace(server, 'https://127.0.0.1:1'));
    const refused = await bash([`kubectl --kubeconfig ${poisoned} get --raw /version 2>&1 || true`]);
    expect(refused.stdout).toContain(
      'it is not sent to https://127.0.0.1:1: the kubeconfig names another server than the workspace',
    );
    await writeFile(poisoned, good.replace(/certificate-authority-data: .*/, 'insecure-skip-tls-verify: true'));
    const unchecked = await bash([`kubectl --kubeconfig ${poisoned} get --raw /version 2>&1 || true`]);
    expect(unchecked.stdout).toContain('the kubeconfig skips the verification of the server');
  });

  it('kubeconfigs that log in with each other end with an error', async () => {
    const stack = await makeStack({files: {'workspaces/test.yaml': {context: {kubeconfig_path: '../ring'}}}});
    const entry = await makeStack({files});
    const {stdout} = await entry.gantry(['kubeconfig', '--print', '--exec']);
    await writeFile(
      join(stack.dir, 'ring'),
      stdout.replaceAll(entry.dir, stack.dir).replaceAll(entry.home, stack.home),
    );
    await stack.allow();
    const ran = await (await bashIn(stack))(['gantry workspace trust 2>&1 || true']);
    expect(ran.stdout).toContain('which reads the same kubeconfig again');
  });

  it.skipIf(spawnSync('script', ['--version']).status !== 0)(
    'gantry shell (on the terminal that script of util-linux makes) keeps the workspace in its prompt and does not nest',
    async () => {
      const stack = await makeStack({files});
      const bash = await bashIn(stack);
      await writeFile(
        join(stack.home, '.bashrc'),
        'export KUBECONFIG=/wrong AWS_SECRET_ACCESS_KEY=wrong\nPS1="mine> "\n',
      );
      const typed = 'kubectl get namespace default -o name\necho "key=$AWS_SECRET_ACCESS_KEY"\ngantry shell\nexit 9\n';
      await writeFile(join(stack.dir, 'typed'), typed);
      const {stdout} = await bash([
        'SHELL=/bin/bash script -qec "gantry shell" /dev/null < typed || echo "ended with $?"',
      ]);
      expect(stdout).toContain('(gantry:test) mine> ');
      expect(stdout).toContain('namespace/default');
      expect(stdout).toContain(`key=${key}`);
      expect(stdout).toContain('is already a shell of the workspace test');
      expect(stdout).toContain('ended with 9');
      expect(await readdir(join(stack.home, '.gantry', 'run'))).toEqual([]);
    },
  );
});

/** The variables of the tested program, as words of `env`. */
const sourceOf = (env: Readonly<Record<string, string>>): string =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** A bash in which `gantry` and `kubectl` are on the PATH. */
async function bashIn({dir, home}: Stack) {
  const bin = join(home, 'bin');
  await mkdir(bin, {recursive: true});
  await writeFile(join(bin, 'gantry'), `#!/bin/sh\nexec "${process.execPath}" --no-warnings "${BIN}" "$@"\n`);
  const kubectl = await toolPath('kubectl');
  if (kubectl === undefined) throw new Error('there is no kubectl, and no Go to build it');
  await writeFile(join(bin, 'kubectl'), `#!/bin/sh\nexec "${kubectl}" "$@"\n`);
  for (const name of ['gantry', 'kubectl']) await chmod(join(bin, name), 0o755);
  return (lines: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    promisify(execFile)('bash', ['-c', ['set -e', ...lines].join('\n')], {
      cwd: dir,
      env: {
        PATH: `${bin}:${process.env['PATH']}`,
        HOME: home,
        GANTRY_HOME: join(home, '.gantry'),
        ...TESTED_PROGRAM,
        ...more,
      },
    });
}
