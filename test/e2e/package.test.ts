import {execFile} from 'node:child_process';
import {cp, mkdir, readdir, stat, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {writeExecutable} from '../../scripts/release/executable.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** The files of a checkout that `npm pack` needs. `npm pack` also builds, so it runs in a copy: other tests use the build of this checkout. */
const PACKED = [
  'bin',
  'schemas',
  'scripts',
  'src',
  'workspaces',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'package.json',
];
const BUILD = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

/** Installs the package without the repository: npm has no registry. */
async function installed() {
  const [copy, at] = [await scratchDirectory(), await scratchDirectory()];
  for (const name of [...PACKED, ...BUILD]) await cp(join(ROOT, name), join(copy, name), {recursive: true});
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  await run('npm', ['pack', '--pack-destination', at], {cwd: copy});
  const [file = ''] = await readdir(at);
  const offline = {PATH: process.env['PATH'], HOME: at, npm_config_registry: 'http://127.0.0.1:9'};
  await run('npm', ['install', '-g', '--offline', '--prefix', at, join(at, file)], {cwd: at, env: offline});
  return {at, package: join(at, 'lib/node_modules/gantry'), program: join(at, 'bin/gantry')};
}

/** The programs of the system, for `gantry exec`. */
const SYSTEM = '/usr/bin:/bin';

/** Does the main job with a program, in a directory that is not the repository. */
async function mainJob(program: string, path: string): Promise<void> {
  const directory = join(await scratchDirectory(), 'shop');
  await mkdir(directory);
  const gantry = async (...args: readonly string[]) => {
    const env = {PATH: path, HOME: directory, GANTRY_HOME: join(directory, '.gantry')};
    const {stdout, stderr} = await run(program, args, {cwd: directory, env});
    return stdout + stderr;
  };
  await gantry('init');
  await writeFile(join(directory, 'manifests/cake.yaml'), CAKE);
  await gantry('apply', '-w', 'sandbox', '--yes');
  const preview = await gantry('preview', '-w', 'sandbox');
  const inside = await gantry('exec', '-w', 'sandbox', '--', 'sh', '-c', 'test -s "$KUBECONFIG" && echo "it is there"');
  const destroyed = await gantry('destroy', '-w', 'sandbox', '--yes', '--allow-delete', 'all');
  expect(await gantry('--version')).toBe('0.1.0\n');
  expect(preview).toContain('0 to create, 0 to update, 0 to delete, 7 unchanged');
  expect(inside).toContain('it is there');
  expect(destroyed).toContain('7 deleted');
}

/** A CRD with a rule in CEL and a pattern: the sandbox loads the packages for them later than all others. */
const CAKE = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: cakes.example.com}
spec:
  group: example.com
  names: {kind: Cake, plural: cakes}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations: [{rule: "self.size < 10"}]
            properties:
              size: {type: integer}
              name: {type: string, pattern: "^[a-z]+$"}
---
apiVersion: example.com/v1
kind: Cake
metadata: {name: apple}
spec: {size: 3, name: apple}
`;

/** The tests pack, build and compile, which takes long on a busy machine. */
describe('the package', {timeout: 600_000}, () => {
  it('the package has no dependencies, at most 300 files and 25 MB, and does the main job without the repository', async () => {
    const {at, package: directory, program} = await installed();
    const files = (await readdir(directory, {recursive: true, withFileTypes: true})).filter((one) => one.isFile());
    expect(files.length).toBeGreaterThan(100);
    expect(files.length).toBeLessThanOrEqual(300);
    const sizes = await Promise.all(files.map(async ({parentPath, name}) => (await stat(join(parentPath, name))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(25_000_000);
    expect(await readdir(join(at, 'lib/node_modules'))).toEqual(['gantry']);
    await mainJob(program, `${dirname(process.execPath)}:${SYSTEM}`);
    expect(await declarationProblems(directory)).toMatch(/^use\.mts\(4,14\): error TS2322: .*\n$/);
  });

  it('the single executable does the main job alone, and its kubeconfigs start the same executable', async () => {
    const out = join(await scratchDirectory(), 'gantry');
    await writeExecutable({node: process.execPath, isNative: true, out});
    await mainJob(out, SYSTEM);
    const home = await scratchDirectory();
    await writeFile(join(home, 'kubeconfig'), KUBECONFIG);
    await writeFile(join(home, 'near.yaml'), 'name: near\ncontext: {kubeconfig_path: kubeconfig}\n');
    const env = {PATH: SYSTEM, HOME: home, GANTRY_HOME: join(home, '.gantry')};
    const args = ['kubeconfig', '-w', './near.yaml', '--print', '--exec'];
    expect((await run(out, args, {cwd: home, env})).stdout).toContain(`command: ${out}\n`);
  });
});

const KUBECONFIG = `clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
contexts: [{name: c, context: {cluster: c, user: u}}]
users: [{name: u, user: {}}]
current-context: c
`;

/** Returns what the compiler reports on a program that uses the package and has no other packages than the types of Node.js. */
async function declarationProblems(gantry: string): Promise<string> {
  const directory = await scratchDirectory();
  await mkdir(join(directory, 'node_modules/@types'), {recursive: true});
  await symlink(gantry, join(directory, 'node_modules/gantry'));
  await symlink(join(ROOT, 'node_modules/@types/node'), join(directory, 'node_modules/@types/node'));
  await symlink(join(ROOT, 'node_modules/undici-types'), join(directory, 'node_modules/undici-types'));
  const use = `import {GantryError, type OpenWorkspace, plan} from 'gantry';
import {startSandbox, type StartedSandbox} from 'gantry/sandbox';
export const sandbox: StartedSandbox = await startSandbox();
export const wrong: number = new GantryError({code: 'input/usage', message: sandbox.kubeconfig}).message;
export const creations = async (place: OpenWorkspace): Promise<number> => (await plan(place)).summary.create;
`;
  await writeFile(join(directory, 'use.mts'), use);
  const args = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--lib',
    'es2024,esnext.disposable',
  ];
  const {stdout} = await run(join(ROOT, 'node_modules/.bin/tsc'), [...args, '--preserveSymlinks', 'use.mts'], {
    cwd: directory,
  }).catch((error: {stdout: string}) => error);
  return stdout;
}
