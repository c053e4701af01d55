import {access, mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {makeDirectories} from '../../lib/make-directories.ts';
import {sha256} from '../../lib/sha256.ts';
import {type Place, runStream} from './program.ts';
import {requireEphemeral} from './require-ephemeral.ts';
import type {RootModule} from './root-module.ts';
import {LOCK} from './run-files.ts';
import {type About, errorsOf} from './said-diagnostics.ts';
import type {Opened, TerraformOptions} from './session.ts';

/** A module in a working directory whose providers are to be initialized. */
type Initializing = {
  readonly module: Pick<RootModule, 'providers' | 'ephemeral'>;
  readonly place: () => Place;
  readonly opened: Pick<Opened, 'program' | 'directory'> & {readonly options: Pick<TerraformOptions, 'home'>};
  readonly about: About;
  readonly signal: AbortSignal;
  readonly lock: string | undefined;
};

/**
 * Returns the directory with the providers of a module. It is initialized once for the same providers, versions and program: the result
 * moves to its place when it is complete, so that runs at the same time do not disturb each other.
 */
export async function initialized({module, place, opened, about, signal, lock}: Initializing): Promise<string> {
  const {options, program, directory} = opened;
  requireEphemeral(module, program);
  const cache = join(options.home, 'cache', 'terraform');
  const wanted = sha256(
    canonicalJson([
      module.providers.map((one) => ({...one, version: one.version ?? null})),
      program.path,
      program.version,
    ]),
  );
  const dataIn = (text: string): string => join(cache, sha256(`${wanted} ${text}`));
  const known = lock ?? (await readFile(join(cache, `${wanted}.lock`), 'utf8').catch(() => undefined));
  if (known !== undefined && (await exists(join(dataIn(known), 'providers')))) {
    await directory.write(LOCK, known);
    return dataIn(known);
  }
  await makeDirectories(cache, {mode: 0o700});
  const draft = join(cache, `.draft-${process.pid}-${Date.now()}`);
  await mkdir(draft, {mode: 0o700});
  try {
    const at = place();
    const ended = await runStream(
      {...at, env: {...at.env, TF_DATA_DIR: draft}},
      ['init', '-json', '-input=false', '-backend=false'],
      {signal},
    );
    if (ended.code !== 0)
      throw new GantryError({code: 'terraform/failed', command: 'init', diagnostics: errorsOf(ended, about)});
    const text = await readFile(join(directory.path, LOCK), 'utf8');
    await rename(draft, dataIn(text)).catch(() => undefined);
    await writeFile(join(cache, `${wanted}.lock`), text, {mode: 0o600});
    return dataIn(text);
  } finally {
    await rm(draft, {recursive: true, force: true});
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
