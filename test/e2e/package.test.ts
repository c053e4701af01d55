import {execFile} from 'node:child_process';
import {mkdir, readdir, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {writeExecutable} from '../../scripts/release/executable.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** An installation without the repository: its PATH has Node.js, and npm has no registry. */
async function installed() {
  const at = await scratchDirectory();
  await run(process.execPath, ['scripts/declarations.ts'], {cwd: ROOT});
  const {stdout} = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', at], {cwd: ROOT});
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>);
  if (packed === undefined) throw new Error(stdout);
  const offline = {PATH: process.env['PATH'], HOME: at, npm_config_registry: 'http://127.0.0.1:9'};
  await run('npm', ['install', '-g', '--offline', '--prefix', at, join(at, packed.filename)], {cwd: at, env: offline});
  return {at, packed, program: join(at, 'bin/gantry')};
}

/** The programs of the system, for `gantry exec`. */
const SYSTEM = '/usr/bin:/bin';

type Packed = {readonly filename: string; readonly entryCount: number; readonly unpackedSize: number};

/** Runs the main job with a program, far from the repository. */
async function mainJob(program: string, path: string): Promise<string> {
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
  const inside = await gantry('exec', '-w', 'sandbox', '--', 'sh', '-c', 'echo "$KUBECONFIG"');
  const destroyed = await gantry('destroy', '-w', 'sandbox', '--yes', '--allow-delete', 'all');
  return [await gantry('--version'), preview, inside, destroyed].join('\n');
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

describe('the package', () => {
  it('the package has no dependencies, at most 300 files and 25 MB, and does the main job without the repository', async () => {
    const {at, packed, program} = await installed();
    expect(packed.entryCount).toBeLessThanOrEqual(300);
    expect(packed.unpackedSize).toBeLessThan(25_000_000);
    expect(await readdir(join(at, 'lib/node_modules'))).toEqual(['gantry']);
    const output = await mainJob(program, `${dirname(process.execPath)}:${SYSTEM}`);
    expect(output).toContain('0 to create, 0 to update, 0 to delete, 7 unchanged');
    expect(output).toContain('7 deleted');
    expect(await declarationProblems(join(at, 'lib/node_modules/gantry'))).toMatch(
      /^use\.mts\(4,14\): error TS2322: .*\n$/,
    );
  });

  it('the single executable does the main job alone', async () => {
    const out = join(await scratchDirectory(), 'gantry');
    await writeExecutable({node: process.execPath, isNative: true, out});
    const output = await mainJob(out, SYSTEM);
    expect(output).toContain('0 to create, 0 to update, 0 to delete, 7 unchanged');
    expect(output).toContain('7 deleted');
  });
});

/** Returns what the compiler reports on a program that uses the package and has no other packages than the types of Node.js. */
async function declarationProblems(gantry: string): Promise<string> {
  const directory = await scratchDirectory();
  await mkdir(join(directory, 'node_modules/@types'), {recursive: true});
  await symlink(gantry, join(directory, 'node_modules/gantry'));
  await symlink(join(ROOT, 'node_modules/@types/node'), join(directory, 'node_modules/@types/node'));
  await symlink(join(ROOT, 'node_modules/undici-types'), join(directory, 'node_modules/undici-types'));
  const use = `import {GantryError, previewRelease, type PreviewRequest} from 'gantry';
import {startSandbox, type StartedSandbox} from 'gantry/sandbox';
export const sandbox: StartedSandbox = await startSandbox();
export const wrong: number = new GantryError({code: 'input/usage', message: sandbox.kubeconfig}).message;
export const preview = (request: PreviewRequest) => previewRelease;
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
