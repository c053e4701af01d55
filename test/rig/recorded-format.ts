import {chmod, cp, mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gunzipSync} from 'node:zlib';
import {scratchDirectory} from './scratch.ts';
import {type GantryOptions, type Ran, runGantry} from './stack.ts';

const INPUT = fileURLToPath(new URL('../golden/formats/recorded-1/input/', import.meta.url));

/** Returns the path of a recorded file: of the bucket, of the Secrets, of the project. */
export const recordedFile = (path: string): string => join(INPUT, path);

/** What a Gantry that wrote format 1 left on a machine, in a place of its own: projects, home, and the cluster in it. */
export type RecordedMachine = {
  /** The directory of the projects shop and tools, and of the saved plans. */
  readonly root: string;
  readonly home: string;
  /** Runs `gantry ARGS` in this process, in a directory below the root. */
  readonly gantry: (directory: string, args: readonly string[], options?: GantryOptions) => Promise<Ran>;
  /** The same, and the one JSON document of stdout. */
  readonly json: <T = unknown>(directory: string, args: readonly string[]) => Promise<Ran & {readonly document: T}>;
};

/** Copies the recorded files: each test changes its own. */
export async function recordedMachine(): Promise<RecordedMachine> {
  const scratch = await scratchDirectory();
  const [root, home] = [join(scratch, 'acme'), join(scratch, 'home')];
  const state = join(home, '.gantry');
  await cp(recordedFile('files'), root, {recursive: true});
  await cp(recordedFile('home'), state, {recursive: true});
  const log = join(state, 'sandboxes/sandbox/objects.log');
  await writeFile(log, gunzipSync(await readFile(`${log}.gz`)));
  await rm(`${log}.gz`);
  await makePrivate(state);
  // The remote is the identity of the projects; nothing else of the checkout was kept.
  await mkdir(join(root, '.git'));
  const remote = 'https://git.example/acme/platform.git';
  await writeFile(join(root, '.git/config'), `[core]\n[remote "origin"]\n\turl = ${remote}\n`);
  const gantry: RecordedMachine['gantry'] = (directory, args, options) =>
    runGantry(args, {dir: join(root, directory), home, ...options});
  return {
    root,
    home,
    gantry,
    json: async <T>(directory: string, args: readonly string[]) => {
      const ran = await gantry(directory, [...args, '-o', 'json']);
      return {...ran, document: JSON.parse(ran.stdout) as T};
    },
  };
}

/** As they were: a checkout of the repository does not keep it. */
async function makePrivate(directory: string): Promise<void> {
  for (const entry of await readdir(directory, {recursive: true, withFileTypes: true}))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  await chmod(directory, 0o700);
}
