import {readFileSync} from 'node:fs';
import {access, mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {makeDirectories} from '../../lib/make-directories.ts';
import {sha256} from '../../lib/sha256.ts';
import {childVariables, providerVariables} from './child-variables.ts';
import {findTerraform} from './find-terraform.ts';
import {oneByOne} from './one-by-one.ts';
import {pickUp} from './pick-up.ts';
import {privatePlace} from './private-place.ts';
import {type Place, runShow, runStream} from './program.ts';
import {readPlan, readState} from './read-shown.ts';
import {requireEphemeral} from './require-ephemeral.ts';
import type {RootModule} from './root-module.ts';
import {LOCK, readJson, STATE} from './run-files.ts';
import {type About, errorsOf} from './said-diagnostics.ts';
import type {Opened, Session, TerraformOptions} from './session.ts';
import {encodeStored, type Stored, serialOf} from './stored.ts';
import {type Working, watchedApply} from './watched-apply.ts';

/**
 * Opens the Terraform of a stack.
 * @throws GantryError terraform/unusable
 */
export async function openSession(options: TerraformOptions, lineage: string): Promise<Session> {
  const states = await options.needs.states();
  const child = childVariables(options.env);
  const program = await findTerraform(options.env, child);
  const base = await privatePlace(options.env, options.home);
  const {stored, version} = await pickUp({states, lineage, left: await options.left(base)});
  const directory = await options.directory(base);
  try {
    if (stored.state !== undefined) await directory.write(STATE, canonicalJson(stored.state));
    if (stored.lock !== undefined) await directory.write(LOCK, stored.lock);
  } catch (error) {
    await directory.remove();
    throw error;
  }
  return sessionIn({options, lineage, states, program, directory, child}, stored, version);
}

function sessionIn(opened: Opened, first: Stored, firstVersion: string | undefined): Session {
  const {options, lineage, states, program, directory} = opened;
  const env = {...opened.child, TF_DATA_DIR: join(directory.path, '.terraform')};
  const now: Working = {stored: first, version: firstVersion, env, isUnstored: false};
  const files = filesIn(directory.path);
  const queue = oneByOne();
  const place = (): Place => ({path: program.path, directory: directory.path, env: now.env, clean: options.clean});
  const save = async (change: Partial<Stored>): Promise<void> => {
    const state = (await files.state()) ?? now.stored.state;
    now.stored = {...now.stored, ...change, state, lock: (await files.read(LOCK)) ?? now.stored.lock};
    now.version = await states.write(lineage, encodeStored(now.stored), now.version);
  };
  return {
    lineage,
    program,
    ...plansIn(directory.path),
    stored: () => now.stored,
    lay: async (module, settings, about, signal) => {
      for (const [path, text] of module.source?.files ?? []) await directory.write(path, text);
      if (module.required !== undefined) await directory.write(REQUIRED, module.required);
      await directory.write('main.tf.json', module.text);
      await directory.write('gantry.auto.tfvars.json', module.variables);
      const keys = new Map<string, string>();
      for (const {variable, name, content} of settings.environment.files)
        keys.set(variable, await directory.write(join('keys', variable, name), content));
      now.env = {...now.env, ...providerVariables(settings, {files: keys, ephemeral: module.ephemeral})};
      if (module.providers.length === 0 && module.source === undefined) return;
      const ready = await initialized({
        module,
        place,
        opened,
        about,
        signal,
        lock: module.source?.lock === undefined ? now.stored.lock : undefined,
      });
      now.env = {...now.env, TF_DATA_DIR: ready};
    },
    run: (args, more) => runStream(place(), args, more),
    showPlan: async (file) => readPlan(await runShow(place(), [file])),
    showState: async () => {
      const state = await files.state();
      const shown = state === undefined ? new Map() : readState(await runShow(place(), []));
      now.stored = {...now.stored, state, shown: {serial: serialOf(state), resources: Object.fromEntries(shown)}};
    },
    apply: watchedApply(opened, now, save),
    save,
    refuseMoved: async () => {
      if ((await states.read(lineage))?.version !== now.version) throw moved();
    },
    alone: queue.alone,
    close: async () => {
      await queue.ended();
      // The watcher, or the next run, stores what is in it.
      if (!now.isUnstored) await directory.remove();
    },
  };
}

/** Overrides the files of a source. */
const REQUIRED = 'gantry_override.tf.json';

const moved = (): GantryError =>
  new GantryError({code: 'plan/stale', detail: 'another run has changed the Terraform state of this stack'});

/** Reads and writes the plan files of a working directory, and reads its lock file. */
const plansIn = (directory: string): Pick<Session, 'planBytes' | 'putPlan' | 'lock'> => ({
  lock: () => filesIn(directory).read(LOCK),
  planBytes: (file) => readFileSync(join(directory, file)),
  putPlan: (file, bytes) => writeFile(join(directory, file), bytes, {mode: 0o600}),
});

/** Reads the files of a working directory. */
function filesIn(directory: string) {
  const read = (name: string): Promise<string | undefined> =>
    readFile(join(directory, name), 'utf8').catch(() => undefined);
  return {
    read,
    /** Terraform replaces the file in place: a text that is not whole is read again later. */
    state: (): Promise<JsonObject | undefined> => readJson(directory, STATE),
  };
}

type Initializing = {
  readonly module: RootModule;
  readonly place: () => Place;
  readonly opened: Opened;
  readonly about: About;
  readonly signal: AbortSignal;
  readonly lock: string | undefined;
};

/**
 * Returns the directory with the providers of a module. It is initialized once for the same providers, versions and program: the result
 * moves to its place when it is complete, so that runs at the same time do not disturb each other.
 */
async function initialized({module, place, opened, about, signal, lock}: Initializing): Promise<string> {
  const {options, program, directory} = opened;
  requireEphemeral(module, program);
  const cache = join(options.home, 'cache', 'terraform');
  const wanted = sha256(
    canonicalJson([
      module.providers.map((one) => ({...one, version: one.version ?? null})),
      program.path,
      program.version,
      ...(module.source === undefined ? [] : [module.source.initKey, module.source.lock ?? null]),
    ]),
  );
  const dataIn = (text: string): string => join(cache, sha256(`${wanted} ${text}`));
  const known = lock ?? (await readFile(join(cache, `${wanted}.lock`), 'utf8').catch(() => undefined));
  if (known !== undefined && (await exists(dataIn(known)))) {
    await directory.write(LOCK, known);
    return dataIn(known);
  }
  await makeDirectories(cache, {mode: 0o700});
  const draft = join(cache, `.draft-${process.pid}-${Date.now()}`);
  await mkdir(draft, {mode: 0o700});
  try {
    const at = place();
    if (module.source?.lock !== undefined) await directory.write(LOCK, module.source.lock);
    const ended = await runStream(
      {...at, env: {...at.env, TF_DATA_DIR: draft}},
      ['init', '-json', '-input=false', '-backend=false'],
      {signal},
    );
    if (ended.code !== 0)
      throw new GantryError({code: 'terraform/failed', command: 'init', diagnostics: errorsOf(ended, about)});
    // Without providers there is no lock file.
    const text = await readFile(join(directory.path, LOCK), 'utf8').catch(() => '');
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
