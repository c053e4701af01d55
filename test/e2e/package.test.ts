import {execFile} from 'node:child_process';
import {cp, mkdir, readdir, readFile, stat, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {writeExecutable} from '../../scripts/release/executable.ts';
import {runAction, unbuiltCheckout} from '../rig/composite-action.ts';
import {runComponent} from '../rig/gitlab-component.ts';
import {expectModuleBuilt, moduleJob, writeModuleStack} from '../rig/module-job.ts';
import {failingNpm} from '../rig/package-file.ts';
import {releaseImage, runImage, whyNoImage} from '../rig/release-image.ts';
import {releaseServer} from '../rig/release-server.ts';
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

let made: Promise<Buffer> | undefined;

/** Returns the package file as a release has it. It is made once for all tests. */
const packed = (): Promise<Buffer> => (made ??= pack());

async function pack(): Promise<Buffer> {
  const [copy, at] = [await scratchDirectory(), await scratchDirectory()];
  for (const name of [...PACKED, ...BUILD]) await cp(join(ROOT, name), join(copy, name), {recursive: true});
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  await run('npm', ['pack', '--pack-destination', at], {cwd: copy});
  const [file = ''] = await readdir(at);
  return readFile(join(at, file));
}

/** Installs the package without the repository: npm has no registry. */
async function installed() {
  const at = await scratchDirectory();
  const file = join(at, 'gantry.tgz');
  await writeFile(file, await packed());
  const offline = {PATH: process.env['PATH'], HOME: at, npm_config_registry: 'http://127.0.0.1:9'};
  await run('npm', ['install', '-g', '--offline', '--prefix', at, file], {cwd: at, env: offline});
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
    await moduleJob([program], `${dirname(process.execPath)}:${SYSTEM}`);
    expect(await declarationProblems(directory)).toMatch(/^use\.mts\(13,14\): error TS2322: .*\n$/);
  });

  it('the action and the component for GitLab run the packed release, and the action is ready in 5 s from the tool cache', async () => {
    const server = await releaseServer(await packed());
    const [cache, actionPath] = [await scratchDirectory(), await unbuiltCheckout()];
    const act = async () => {
      const workspace = join(await scratchDirectory(), 'shop');
      await mkdir(workspace);
      await writeFile(join(workspace, 'stack.yaml'), 'name: shop\nsources: [{manifests: a.yaml}]\n');
      await writeFile(join(workspace, 'a.yaml'), CAKE.slice(0, CAKE.indexOf('---')));
      const env = {PATH: `${await failingNpm()}:${SYSTEM}`, HOME: workspace, RUNNER_TOOL_CACHE: cache};
      const inputs = {command: 'preview', workspace: 'sandbox', comment: 'false', releases: server.url};
      return {workspace, ran: await runAction({inputs, env, workspace, actionPath})};
    };
    const cold = await act();
    expect(cold.ran, cold.ran.log).toMatchObject({code: 0, outputs: {'exit-code': '2', changes: '1'}});
    expect(server.asked).toEqual(['/v0.1.0/SHA256SUMS', '/v0.1.0/gantry-0.1.0.tgz']);
    const warm = await act();
    expect(warm.ran, warm.ran.log).toMatchObject({code: 0, outputs: {changes: '1'}});
    expect(server.asked).toHaveLength(2);
    expect(warm.ran.seconds['Install Gantry']).toBeLessThan(5);
    const env = {PATH: `${dirname(process.execPath)}:${SYSTEM}`, HOME: warm.workspace};
    const inputs = {
      command: 'preview',
      workspace: 'sandbox',
      version: '0.1.0',
      releases: server.url,
      sha256: server.sha256,
    };
    const job = await runComponent(inputs, {dir: warm.workspace, env});
    expect(job, job.log).toMatchObject({code: 0, reports: ['junit', 'codequality', 'terraform']});
    expect(job.log).toContain('1 to create');
  });

  const reason = whyNoImage();
  // The CI runs as root, which has what the image needs.
  const isSkipped = reason !== undefined && !(process.env['CI'] === 'true' && process.getuid?.() === 0);
  it.skipIf(isSkipped)(
    `the image runs Gantry and a module as a user that is not root, on a read-only file system${reason === undefined ? '' : `: ${reason}`}`,
    async () => {
      const context = await scratchDirectory();
      await writeFile(join(context, 'gantry-0.1.0.tgz'), await packed());
      const image = await releaseImage(context);
      const rights = `const {writeFileSync: write} = fs; const code = (path) => { try { return write(path, ''); } catch (error) { return error.code; } };
        console.log(JSON.stringify({user: process.getuid(), env: process.env, cwd: process.cwd(), files: fs.readdirSync('/').toSorted(),
          written: ['/x', '/opt/gantry/x', '/home/nonroot/x'].map(code)}))`;
      const probe = await runImage(image, ['-e', rights], {entrypoint: image.entrypoint.slice(0, 1)});
      expect(JSON.parse(probe.stdout)).toEqual({
        user: 65_532,
        env: {GANTRY_HOME: '/home/nonroot/.gantry'},
        cwd: '/work',
        files: ['dev', 'etc', 'home', 'lib', 'lib64', 'nodejs', 'opt', 'proc', 'work'],
        written: ['EROFS', 'EROFS', 'EROFS'],
      });
      expect(await runImage(image, ['--version'])).toEqual({stdout: '0.1.0\n', stderr: ''});
      await writeModuleStack(image.work);
      // Without a volume, nothing is kept between two runs.
      const kept = await scratchDirectory();
      for (const volumes of [{}, {home: kept}]) await expectModuleBuilt(() => runImage(image, ['build'], volumes));
      expect(await readdir(join(kept, 'cache'))).toContain('modules');
    },
  );

  it('the single executable does the main job alone, and its kubeconfigs start the same executable', async () => {
    const out = join(await scratchDirectory(), 'gantry');
    await writeExecutable({node: process.execPath, isNative: true, out});
    await mainJob(out, SYSTEM);
    await moduleJob([out], SYSTEM);
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
import {defineModule, z} from 'gantry/module';
import {startSandbox, type StartedSandbox} from 'gantry/sandbox';
export const cache = defineModule({
  name: 'cache',
  version: '1.0.0',
  description: 'A cache.',
  input: z.strictObject({memory: z.string()}),
  platform: z.strictObject({image: z.string()}),
  generate: ({config}) => ({resources: [], outputs: {text: config.memory.trim() + config.image.trim()}}),
});
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
