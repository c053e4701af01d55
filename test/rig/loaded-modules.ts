import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {COMPILED} from './compiled.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RECORDER = new URL('record-loading.mjs', import.meta.url).href;

export type Loaded = {
  /** Files of ours, without their ending: `cli/program`. */
  readonly own: readonly string[];
  readonly packages: readonly string[];
  /** Modules of Node.js: `node:fs`. */
  readonly builtins: readonly string[];
  /** The size of all these files, and of those in bin. */
  readonly bytes: number;
  readonly code: number | null;
};

/**
 * Returns what one command line loads, in a process of its own with `directory` as its working directory and home: files of src, or with
 * `built` chunks of dist.
 */
export async function loadedBy(command: string, directory: string, {built = false} = {}): Promise<Loaded> {
  const record = join(directory, 'loaded.txt');
  writeFileSync(record, '');
  const child = spawn(process.execPath, ['--import', RECORDER, join(ROOT, 'bin/gantry.js'), ...command.split(' ')], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      ...(built ? {} : {GANTRY_SOURCE: '1'}),
      HOME: directory,
      RECORD: record,
      ...COMPILED,
    },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const urls = [...new Set(readFileSync(record, 'utf8').trimEnd().split('\n'))];
  const files = urls.filter((url) => url.startsWith('file:') && url !== RECORDER);
  const bytes = files.reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0);
  const own = urls.flatMap((url) => /\/(?:src|dist)\/((?!.*node_modules).*)\.[jt]s$/.exec(url)?.[1] ?? []);
  const packages = urls.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []);
  const builtins = urls.filter((url) => url.startsWith('node:'));
  return {own, packages: [...new Set(packages)].toSorted(), builtins, bytes, code};
}

/** Returns the sources of ours in files of the build, as their comments name them: `adapters/aws/login/aws-login`. */
export const sourcesIn = (built: readonly string[]): readonly string[] =>
  built.flatMap((file) =>
    [...readFileSync(join(ROOT, 'dist', `${file}.js`), 'utf8').matchAll(/^\/\/ src\/(.*)\.ts$/gm)].map(
      ([, source = '']) => source,
    ),
  );
