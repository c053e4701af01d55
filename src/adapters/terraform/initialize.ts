import {constants} from 'node:fs';
import {access, mkdtemp, readdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import type {RequiredProvider} from '../../core/resource/terraform-kind.ts';
import type {LockedProvider} from '../../core/resource/terraform-lock.ts';
import {lockText, parseLockText} from '../../core/terraform/lock-text.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import {makeDirectories} from '../../lib/make-directories.ts';
import {sha256} from '../../lib/sha256.ts';
import type {PrivateDirectory} from '../../ports/programs.ts';
import {cliConfiguration} from './cli-configuration.ts';
import {failureOf} from './failure-of.ts';
import type {FoundTerraform} from './find-terraform.ts';
import type {LaidSource} from './lay-source.ts';
import {requiredIn} from './module-text.ts';
import {type Ended, type Place, runStream} from './program.ts';
import {LOCK, readLock} from './run-files.ts';
import type {About} from './said-diagnostics.ts';
import type {TerraformOptions} from './session.ts';

/** The providers to install. */
export type Initializing = {
  readonly providers: readonly RequiredProvider[];
  /** Their locked versions. A provider without one is installed in its newest version. */
  readonly locked: readonly LockedProvider[];
  readonly program: FoundTerraform;
  readonly directory: PrivateDirectory;
  readonly env: NodeJS.ProcessEnv;
  readonly options: Pick<TerraformOptions, 'home' | 'exclusively' | 'clean'>;
  /** Terraform code in the working directory. Its modules are installed too, and its files may require more providers. */
  readonly source?: Pick<LaidSource, 'lock' | 'initKey'> | undefined;
  /** The dependency lock file of the last run, for the providers that only the source requires. */
  readonly last?: string | undefined;
  /** True if the stack has a lock file: no other version is installed. */
  readonly isPinned?: boolean;
  readonly about: About;
  readonly signal: AbortSignal;
};

/** Installed providers: the directory for `TF_DATA_DIR`, and the text of their dependency lock file. */
export type Initialized = {readonly data: string; readonly lock: string};

/**
 * Returns the directory with the providers of a module, and writes their dependency lock file into the working directory. Runs `init` once for the same
 * providers, versions, checksums, program and mirrors. Only one process at a time runs it for one plugin cache, because Terraform does not permit two.
 * @throws GantryError terraform/failed; terraform/unusable if a package has none of the locked checksums
 */
export async function initialize(request: Initializing): Promise<Initialized> {
  const {program, directory, env, options, signal} = request;
  const cache = join(options.home, 'cache', 'terraform');
  const {overridden, mirrors, pluginCache} = await cliConfiguration(env, program.product);
  const providers = request.providers.filter(({source}) => !overridden.has(source));
  const wanted = canonicalJson([
    providers.map((one) => defined({...one})),
    program.path,
    program.version,
    mirrors,
    ...(request.source === undefined ? [] : [request.source.initKey]),
  ]);
  const nameOf = (lock: string): string => sha256(`${wanted} ${lock}`);
  const asked = askedLock(request);
  const find = async (): Promise<Initialized | undefined> => {
    const lock = await readFile(join(cache, `${nameOf(asked)}.lock`), 'utf8').catch(() => undefined);
    if (lock === undefined) return undefined;
    const data = join(cache, nameOf(lockText(parseLockText(lock))));
    return (await isComplete(data, lock, program)) ? {data, lock} : undefined;
  };
  const install = async (): Promise<Initialized> => {
    await removeDrafts(cache);
    const draft = await mkdtemp(join(cache, DRAFT));
    try {
      const lock = await init({...request, providers}, draft, asked);
      const made = lockText(parseLockText(lock));
      const data = join(cache, nameOf(made));
      if (!(await isComplete(data, lock, program))) {
        await rm(data, {recursive: true, force: true});
        await moveModules(draft, data);
        await rename(draft, data);
      }
      for (const text of new Set([asked, made]))
        await writeFile(join(cache, `${nameOf(text)}.lock`), lock, {mode: 0o600});
      return {data, lock};
    } finally {
      await rm(draft, {recursive: true, force: true});
    }
  };
  let ready = await find();
  if (ready === undefined) {
    await makeDirectories(cache, {mode: 0o700});
    const findOrInstall = async (): Promise<Initialized> => (await find()) ?? (await install());
    const shared = await writable(pluginCache);
    const alone = () => (shared === undefined ? findOrInstall() : options.exclusively(shared, findOrInstall, signal));
    ready = await options.exclusively(cache, alone, signal);
  }
  await directory.write(LOCK, ready.lock);
  return ready;
}

/** Names the later directory in the list of installed modules, because Terraform writes absolute paths of modules from registries. */
async function moveModules(draft: string, data: string): Promise<void> {
  const file = join(draft, 'modules', 'modules.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) await writeFile(file, text.replaceAll(draft, data));
}

const DRAFT = '.draft-';

/** Removes what killed runs have left. Only one run at a time has a draft. */
async function removeDrafts(cache: string): Promise<void> {
  const left = (await readdir(cache)).filter((name) => name.startsWith(DRAFT));
  await Promise.all(left.map((name) => rm(join(cache, name), {recursive: true, force: true})));
}

/** Reports whether a directory has all packages. They may be links into a mirror or a plugin cache that was removed. */
async function isComplete(data: string, lock: string, {platform}: FoundTerraform): Promise<boolean> {
  const packages = parseLockText(lock).map(({source, version}) => join(data, 'providers', source, version, platform));
  return (await Promise.all([data, ...packages].map(exists))).every(Boolean);
}

/** Returns the dependency lock file to start from. The file of a source, or the last one, also has the providers that only its files require. */
function askedLock({locked, source, last}: Initializing): string {
  if (source === undefined) return lockText(locked);
  const own = new Set(locked.map((one) => one.source));
  const others = parseLockText(source.lock ?? last ?? '').filter((one) => !own.has(one.source));
  return lockText([...locked, ...others]);
}

/** Returns the path, below the working directory, of the module that `init` runs in. */
export const initPath = (source: Initializing['source']): string => (source === undefined ? 'init' : '.');

/**
 * Installs the providers into `draft`: from a module that only requires them, or from the working directory with Terraform code. Returns their
 * dependency lock file.
 */
export async function init(
  {providers, program, directory, env, options, source, isPinned = false, about, signal}: Initializing,
  draft: string,
  asked: string,
): Promise<string> {
  signal.throwIfAborted();
  const at = initPath(source);
  if (source === undefined)
    await directory.write(
      join(at, 'main.tf.json'),
      canonicalJson({terraform: {required_providers: requiredIn(providers)}}),
    );
  await directory.write(join(at, LOCK), asked);
  const place: Place = {
    path: program.path,
    directory: join(directory.path, at),
    env: {...env, TF_DATA_DIR: draft},
    clean: options.clean,
  };
  let ended = await runInit(place, [], signal);
  // The files want another version than the last run had, and have no lock file.
  if (source !== undefined && source.lock === undefined && !isPinned && wantsUpgrade(ended))
    ended = await runInit(place, ['-upgrade'], signal);
  if (ended.code !== 0) throw failureOf('init', ended, about);
  return readLock(place.directory);
}

const BUSY = /text file busy/;
const BUSY_MS = 1000;
const MOST_BUSY = 60;

/**
 * Runs `init`. Terraform replaces a package in the plugin cache of the user that no lock has, which fails while a process runs it, and makes other processes
 * fail. So the package that is there is used as it is. If another program writes it now, its end is waited for.
 */
async function runInit(place: Place, more: readonly string[], signal: AbortSignal): Promise<Ended> {
  const args = ['init', '-json', '-input=false', '-backend=false', ...more];
  const careful = {...place, env: {...place.env, TF_PLUGIN_CACHE_MAY_BREAK_DEPENDENCY_LOCK_FILE: '1'}};
  for (let tries = 1; ; tries++) {
    const ended = await runStream(careful, args, {signal});
    if (ended.code === 0 || tries === MOST_BUSY || !isBusy(ended)) return ended;
    await delay(BUSY_MS, undefined, {signal});
  }
}

const isBusy = (ended: Ended): boolean => hasSaid(ended, BUSY);
const wantsUpgrade = (ended: Ended): boolean => hasSaid(ended, /must use \w+ init -upgrade/);
const hasSaid = ({said}: Ended, pattern: RegExp): boolean =>
  said.some(({detail}) => pattern.test(detail.replaceAll(/\s+/g, ' ')));

/** Returns the directory if files can be created in it. */
const writable = async (directory: string | undefined): Promise<string | undefined> =>
  directory === undefined
    ? undefined
    : access(directory, constants.W_OK).then(
        () => directory,
        () => undefined,
      );

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
