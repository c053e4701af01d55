import {execFile, execFileSync} from 'node:child_process';
import {chmod, chown, copyFile, cp, glob, mkdir, readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {scratchDirectory} from './scratch.ts';

const RECIPE = fileURLToPath(new URL('../../scripts/release/Dockerfile', import.meta.url));

/** The only base image that {@link makeBase} stands in for, and its user. */
const BASE = 'gcr.io/distroless/nodejs24-debian12:nonroot';
const USER = 65_532;

/** An image as its recipe makes it, in a directory. */
export type ReleaseImage = {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  readonly entrypoint: readonly string[];
  /** The directory on this machine that is mounted as the working directory. */
  readonly work: string;
};

/**
 * Follows the instructions of the recipe for a target. The base image is not downloaded: it has the Node.js of this machine with its
 * libraries, and the user of the real one.
 * @param context the directory of the build, with the package file
 * @throws Error for an instruction or a base image that is not known here
 */
export async function releaseImage(context: string, target = 'gantry'): Promise<ReleaseImage> {
  const stages = new Map<string, string>();
  const env: Record<string, string> = {};
  let [root, workingDirectory, entrypoint]: [string, string, readonly string[]] = ['', '/', []];
  for (const [name, rest] of instructionsIn(await readFile(RECIPE, 'utf8'))) {
    const words = rest.split(/\s+/);
    if (name === 'FROM') {
      if (root !== '' && stages.get(target) === root) break;
      root = await openStage(words, stages);
    } else if (name === 'ADD') await unpack(context, words, root);
    else if (name === 'COPY') await copy(words, stages, root);
    else if (name === 'ENV') for (const [key, value] of variablesIn(words)) env[key] = value;
    else if (name === 'WORKDIR') workingDirectory = rest;
    else if (name === 'ENTRYPOINT') entrypoint = JSON.parse(rest) as readonly string[];
    else throw new Error(`${name} in the recipe of the image is not known to this test`);
  }
  const work = await scratchDirectory();
  for (const directory of [workingDirectory, env['GANTRY_HOME'] ?? '/', '/proc', '/dev'])
    await mkdir(join(root, directory), {recursive: true});
  return {root, env, workingDirectory, entrypoint, work};
}

/** Begins a stage: `FROM BASE AS STAGE`. Returns its directory. */
async function openStage([base = '', , stage = '']: readonly string[], stages: Map<string, string>): Promise<string> {
  const root = await scratchDirectory();
  stages.set(stage, root);
  if (base !== 'scratch') await makeBase(base, root);
  return root;
}

/** Returns the instructions of a recipe, without comments. A backslash continues a line. */
const instructionsIn = (text: string): readonly (readonly [name: string, rest: string])[] =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line.trim()) ?? [];
      return [name.toUpperCase(), rest];
    });

const variablesIn = (words: readonly string[]): readonly (readonly [string, string])[] =>
  words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);

/** Makes the parts of the base image that the program uses. */
async function makeBase(base: string, root: string): Promise<void> {
  if (base !== BASE) throw new Error(`the base image ${base} is not known to this test`);
  await mkdir(join(root, 'nodejs/bin'), {recursive: true});
  await copyFile(process.execPath, join(root, 'nodejs/bin/node'));
  const libraries = execFileSync('ldd', [process.execPath], {encoding: 'utf8'}).matchAll(/(?:=> )?(\/\S+) \(0x/g);
  for (const [, library = ''] of libraries) {
    await mkdir(join(root, dirname(library)), {recursive: true});
    await copyFile(library, join(root, library));
  }
  await mkdir(join(root, 'etc'));
  await writeFile(join(root, 'etc/passwd'), `nonroot:x:${USER}:${USER}:nonroot:/home/nonroot:/sbin/nologin\n`);
  await chmod(root, 0o755);
}

/** Unpacks the archives of ADD, as a build does. */
async function unpack(context: string, [pattern = '', target = '']: readonly string[], root: string): Promise<void> {
  for await (const file of glob(pattern, {cwd: context}))
    execFileSync('tar', ['-xzf', join(context, file), '--no-same-owner', '-C', join(root, target)]);
}

/** Copies from another stage. */
async function copy(words: readonly string[], stages: ReadonlyMap<string, string>, root: string): Promise<void> {
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length) ?? '';
  const [source = '', target = '', ...more] = words.filter((word) => !word.startsWith('--'));
  const stage = stages.get(from);
  if (stage === undefined || more.length > 0) throw new Error(`COPY ${words.join(' ')} is not known to this test`);
  await cp(join(stage, source), join(root, target), {recursive: true});
}

const isRoot = process.getuid?.() === 0;

/** Returns the reason why an image cannot be started on this machine. Undefined: it can be. */
export function whyNoImage(): string | undefined {
  try {
    execFileSync('unshare', [...OUTER, 'mount', '--bind', '/tmp', '/tmp'], {stdio: 'pipe'});
    return undefined;
  } catch (error) {
    return `this machine permits no mount namespace: ${String((error as {stderr?: Buffer}).stderr ?? error).trim()}`;
  }
}

const OUTER: readonly string[] = [...(isRoot ? [] : ['--map-root-user']), '--mount', '--'];
const INNER: readonly string[] = isRoot
  ? [`--setgid=${USER}`, `--setuid=${USER}`]
  : ['--user', `--map-user=${USER}`, `--map-group=${USER}`];

/** The volumes that a run mounts: the working directory always, and `home` where GANTRY_HOME is. */
export type ImageRun = {readonly home?: string; readonly entrypoint?: readonly string[]};

/**
 * Runs the entry point of an image with arguments: with the user, the environment and the working directory of the recipe, without any
 * other variable, and with a root directory that nobody can write.
 */
export async function runImage(
  {root, env, workingDirectory, work, ...image}: ReleaseImage,
  args: readonly string[],
  {home, entrypoint = image.entrypoint}: ImageRun = {},
): Promise<{readonly stdout: string; readonly stderr: string}> {
  const volumes = [[work, workingDirectory], ...(home === undefined ? [] : [[home, env['GANTRY_HOME'] ?? '']])];
  if (isRoot) for (const [volume = ''] of volumes) await chown(volume, USER, USER);
  const mounts = [
    'set -e',
    'mount --bind "$0" "$0"',
    'mount -o remount,bind,ro "$0"',
    'mount --rbind /proc "$0/proc"',
    'mount --rbind /dev "$0/dev"',
    ...volumes.map((_, at) => `mount --bind "\${${2 * at + 1}}" "$0/\${${2 * at + 2}}"`),
    `shift ${2 * volumes.length}`,
    'exec "$@"',
  ].join('\n');
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const inside = [
    '/usr/bin/unshare',
    `--root=${root}`,
    `--wd=${workingDirectory}`,
    ...INNER,
    '--',
    ...entrypoint,
    ...args,
  ];
  const command = ['sh', '-c', mounts, root, ...volumes.flat(), '/usr/bin/env', '-i', ...variables, ...inside];
  return promisify(execFile)('unshare', [...OUTER, ...command]);
}
