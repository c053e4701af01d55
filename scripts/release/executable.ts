import {execFileSync} from 'node:child_process';
import {chmod, copyFile, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {inject} from 'postject';
import {rolldown} from 'rolldown';
import {loadedLater} from '../bundle.ts';
import {completionData, dataOf} from '../completion-modules.ts';

type Executable = {
  /** The Node.js of the platform, of the same version as the one that runs this script. */
  readonly node: string;
  /** True if this machine can run it. Code that is compiled here is valid on this platform only. */
  readonly isNative: boolean;
  readonly out: string;
};

const PACKS = ['sandbox/pack', 'kubernetes/types/pack'];

/**
 * Writes the single executable: a copy of Node.js that contains the whole program in one file, with what the program reads.
 * After: https://nodejs.org/api/single-executable-applications.html
 */
export async function writeExecutable({node, isNative, out}: Executable): Promise<void> {
  const work = await mkdtemp(join(dirname(out), '.executable-'));
  try {
    const main = join(work, 'gantry.cjs');
    await bundleInOne(main);
    const [blob, config] = [join(work, 'gantry.blob'), join(work, 'sea.json')];
    const options = {main, output: blob, disableExperimentalSEAWarning: true, useCodeCache: isNative};
    await writeFile(config, JSON.stringify({...options, assets: await assets()}));
    execFileSync(process.execPath, ['--experimental-sea-config', config], {stdio: 'pipe'});
    await copyFile(node, out);
    await chmod(out, 0o755);
    await injectProgram(out, await readFile(blob));
  } finally {
    await rm(work, {recursive: true, force: true});
  }
}

/** Writes the program as one file. What is imported lazily becomes a part that is evaluated when it is needed. */
async function bundleInOne(file: string): Promise<void> {
  await using program = await rolldown({
    input: 'scripts/release/start.js',
    platform: 'node',
    external: [/^node:/],
    plugins: [loadedLater, dataOf(await completionData())],
    onLog: (level, log, report) => {
      // A file without chunks has no dynamic imports: the hints about them are not for it.
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') report(level, log);
    },
  });
  await program.write({file, format: 'cjs', codeSplitting: false});
}

/** Returns the files that the program reads, by their path from main.ts (src/main/own-file.ts). */
async function assets(): Promise<Readonly<Record<string, string>>> {
  const packs = await Promise.all(
    PACKS.map(async (pack) => {
      const files = (await readdir(join('src', pack), {recursive: true})).filter((file) =>
        /\.(?:br|parts)$/.test(file),
      );
      return files.map((file): [string, string] => [`./${pack}/${file}`, resolve('src', pack, file)]);
    }),
  );
  return {...Object.fromEntries(packs.flat()), '../package.json': resolve('package.json')};
}

async function injectProgram(executable: string, blob: Buffer): Promise<void> {
  const {log, warn} = console;
  // postject warns of each section of a symbol table that it does not read.
  console.log = console.warn = () => undefined;
  try {
    await inject(executable, 'NODE_SEA_BLOB', blob, {
      sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
      machoSegmentName: 'NODE_SEA',
    });
  } finally {
    Object.assign(console, {log, warn});
  }
}
