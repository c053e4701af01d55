import {createHash} from 'node:crypto';
import {mkdir, realpath, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {keptDirectory} from '../../lib/kept-directory.ts';
import {sha256} from '../../lib/sha256.ts';
import type {LockedPackage, NpmPackages, PackageWanted} from '../../ports/npm-packages.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {type FoundVersion, findVersion} from './find-version.ts';
import {readNpmConfig} from './npm-config.ts';
import {type PackageFiles, packageProblem, readPackage} from './read-package.ts';
import {type RegistryAccess, requestFromRegistry} from './request.ts';

/** The options for fetching packages. */
export type NpmOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `$GANTRY_HOME`. Its cache keeps the files of each package. */
  readonly home: string;
  readonly signal: AbortSignal;
};

const MOST_ARCHIVE = 20 * 2 ** 20;

/** Fetches packages from npm registries. Nothing of a package is run, and a locked package in the cache is used without a request. */
export function npmPackages({env, home, signal}: NpmOptions): NpmPackages {
  const cache = join(home, 'cache', 'npm');
  return async (wanted) => {
    const {name, locked, login} = wanted;
    const access: RegistryAccess = {config: await readNpmConfig(env), login, env, signal};
    const found = locked ?? (await findVersion(wanted, access));
    if ('problem' in found) return found;
    const {version, integrity} = found;
    const kept = await keptDirectory(cache, sha256(integrity), (stage) => fill(stage, {found, wanted}, access));
    if ('failed' in kept) return {...kept.failed, problem: `${name} ${version}: ${kept.failed.problem}`};
    return {directory: await realpath(kept.directory), version, integrity};
  };
}

type Filling = {readonly found: FoundVersion | LockedPackage; readonly wanted: PackageWanted};

/** Downloads an archive, verifies its digest, and writes its files into a directory. */
async function fill(
  stage: string,
  {found: {version, integrity, ...found}, wanted}: Filling,
  access: RegistryAccess,
): Promise<'filled' | SourceProblem> {
  const at = 'tarball' in found ? {...found, integrity} : await findVersion({...wanted, version}, access);
  if ('problem' in at) return at;
  if (at.integrity !== integrity) return otherIntegrity(integrity, at.integrity);
  const archive = await requestFromRegistry({url: at.tarball, maxBytes: MOST_ARCHIVE}, access);
  if ('problem' in archive) return archive;
  const digest = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  if (digest !== integrity)
    return {problem: `its archive has the digest ${digest}, but the registry declares ${integrity}`};
  const files = readPackage(archive);
  if ('problem' in files) return files;
  return packageProblem(files, {name: wanted.name, version}) ?? (await writeFiles(stage, files));
}

const otherIntegrity = (locked: string, found: string): SourceProblem => ({
  problem: `the registry has another archive now: ${found}, but charts.lock.yaml has ${locked}`,
  hint: 'Find out why the archive changed. If the change is expected, run "gantry chart lock --upgrade".',
});

/** Writes files that only their owner can read. Overwrites no file. */
async function writeFiles(stage: string, files: PackageFiles): Promise<'filled' | SourceProblem> {
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(stage, path)), {recursive: true, mode: 0o700});
      await writeFile(join(stage, path), content, {mode: 0o600, flag: 'wx'});
    }
    return 'filled';
  } catch (error) {
    return {problem: `its files cannot be written: ${(error as NodeJS.ErrnoException).code}`};
  }
}
