import {randomUUID} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {access, mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {makeDirectories} from '../../lib/make-directories.ts';
import {sha256} from '../../lib/sha256.ts';
import type {PrivateDirectory} from '../../ports/programs.ts';
import type {ProviderSettings, RuntimeNeeds} from '../../ports/runtime-needs.ts';
import type {TerraformStates} from '../../ports/terraform-states.ts';
import {type Begun, type Progress, unconfirmed} from './begun.ts';
import {childVariables, providerVariables} from './child-variables.ts';
import {type FoundTerraform, findTerraform} from './find-terraform.ts';
import {oneByOne} from './one-by-one.ts';
import {pickUp} from './pick-up.ts';
import {privatePlace} from './private-place.ts';
import {type Ended, type Place, runShow, runStream} from './program.ts';
import {requireEphemeral} from './require-ephemeral.ts';
import type {RootModule} from './root-module.ts';
import {KEPT, LOCK, readJson, STATE} from './run-files.ts';
import {type About, errorsOf} from './said-diagnostics.ts';
import {readPlan, readState, type ShownPlan} from './shown.ts';
import {encodeStored, type Stored, serialOf} from './stored.ts';
import type {Said, StreamEvent} from './stream.ts';
import type {Watch, Watched, WatchListeners} from './watch-order.ts';

/** The parts of a run that Terraform needs. */
export type TerraformOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `$GANTRY_HOME`. */
  readonly home: string;
  readonly needs: RuntimeNeeds;
  /** Creates a private directory below another one. It is removed when this process ends. */
  readonly directory: (base: string) => Promise<PrivateDirectory>;
  /** Learns secrets, so that they are removed from texts of other programs. */
  readonly learn: (secrets: Iterable<Secret>) => void;
  readonly clean: (text: string) => string;
  /** Returns the directories below `base` that killed runs have left. */
  readonly left: (base: string) => Promise<readonly string[]>;
  /** Returns the function that runs an apply so that it outlives this process. */
  readonly watch: (states: TerraformStates) => Watch;
};

/** An apply of a plan file. */
export type ApplyOrder = WatchListeners & {
  readonly file: string;
  readonly ids: Stored['ids'];
  /** The creations in the plan. */
  readonly begun: readonly Begun[];
  readonly token: string | undefined;
};

/** The end of an apply: what it has completed, and why it was stopped if no user did it. */
export type ApplyEnded = Ended & Pick<Progress, 'completed'>;

/** The Terraform of one stack in one run: its working directory in memory, and its state in the backend. */
export type Session = {
  readonly lineage: string;
  readonly program: FoundTerraform;
  /** Returns a plan file of the working directory. */
  readonly planBytes: (file: string) => Buffer;
  /** Writes a plan file that an earlier run made. */
  readonly putPlan: (file: string, bytes: Buffer) => Promise<void>;
  /** Returns the versions and checksums of the providers that the working directory uses. */
  readonly lock: () => Promise<string | undefined>;
  readonly stored: () => Stored;
  /** Writes a root module, and initializes its providers if they changed. */
  readonly lay: (module: RootModule, settings: ProviderSettings, about: About, signal: AbortSignal) => Promise<void>;
  /** Runs a command that plans or applies. */
  readonly run: (
    args: readonly string[],
    options: {readonly signal: AbortSignal; readonly onEvent?: (event: StreamEvent) => void},
  ) => Promise<Ended>;
  /**
   * Applies a plan file. The state is stored before it, after completed resources and at its end, also if this process is killed.
   * @throws GantryError plan/stale if another run has stored a state; backend/io if the last state could not be stored
   */
  readonly apply: (order: ApplyOrder) => Promise<ApplyEnded>;
  readonly showPlan: (file: string) => Promise<ShownPlan>;
  /** Reads the state of the working directory with its values, after an apply. */
  readonly showState: () => Promise<void>;
  /** Seals the state of the working directory, and stores it. */
  readonly save: (change: Pick<Stored, 'ids'>) => Promise<void>;
  /** @throws GantryError plan/stale if another run has stored a state since this one read it */
  readonly refuseMoved: () => Promise<void>;
  /** Runs one piece of work after another: two processes must not use one state. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

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

type Opened = {
  readonly options: TerraformOptions;
  readonly lineage: string;
  readonly states: TerraformStates;
  readonly program: FoundTerraform;
  readonly directory: PrivateDirectory;
  readonly child: NodeJS.ProcessEnv;
};

function sessionIn(opened: Opened, first: Stored, firstVersion: string | undefined): Session {
  const {options, lineage, states, program, directory} = opened;
  let [stored, version] = [first, firstVersion];
  const files = filesIn(directory.path);
  let env = {...opened.child, TF_DATA_DIR: join(directory.path, '.terraform')};
  const queue = oneByOne();
  const run = randomUUID();
  const watch = options.watch(states);
  let applies = 0;
  /** True if the directory has a state that is not stored. */
  let isUnstored = false;
  const place = (): Place => ({path: program.path, directory: directory.path, env, clean: options.clean});
  const saveNow = async (change: Partial<Stored>): Promise<void> => {
    const state = (await files.state()) ?? stored.state;
    stored = {...stored, ...change, state, lock: (await files.read(LOCK)) ?? stored.lock};
    version = await states.write(lineage, encodeStored(stored), version);
  };
  return {
    lineage,
    program,
    ...plansIn(directory.path),
    stored: () => stored,
    lay: async (module, settings, about, signal) => {
      await directory.write('main.tf.json', module.text);
      await directory.write('gantry.auto.tfvars.json', module.variables);
      const keys = new Map<string, string>();
      for (const {variable, name, content} of settings.environment.files)
        keys.set(variable, await directory.write(join('keys', variable, name), content));
      env = {...env, ...providerVariables(settings, {files: keys, ephemeral: module.ephemeral})};
      if (module.providers.length === 0) return;
      env = {...env, TF_DATA_DIR: await initialized({module, place, opened, about, signal, lock: stored.lock})};
    },
    run: (args, more) => runStream(place(), args, more),
    showPlan: async (file) => readPlan(await runShow(place(), [file])),
    showState: async () => {
      const state = await files.state();
      const shown = state === undefined ? new Map() : readState(await runShow(place(), []));
      stored = {...stored, state, shown: {serial: serialOf(state), resources: Object.fromEntries(shown)}};
    },
    apply: async ({file, ids, begun, token, ...listeners}) => {
      const apply = `apply-${++applies}-${run}`;
      const before = unconfirmed(stored.begun ?? [], stored.state);
      const own = begun.map((one) => ({...one, apply}));
      await saveNow({ids, run, begun: [...before, ...own]});
      // From here on another process goes on in the directory if this one ends.
      directory.keep();
      await directory.write(KEPT, canonicalJson({lineage, run, apply}));
      isUnstored = true;
      const {shown: _, ...unshown} = stored;
      const {progress, rest, ...watched} = await watch(
        {
          ...{lineage, token, apply, version, stored: unshown},
          ...{directory: directory.path, path: program.path, env: textsOf(env)},
          args: ['apply', '-json', '-input=false', '-lock=false', file],
        },
        listeners,
      );
      if (watched.refused !== undefined) {
        isUnstored = false;
        await saveNow({begun: before}).catch(() => undefined);
        throw new GantryError(watched.refused);
      }
      if (watched.unstored !== undefined) throw new GantryError(watched.unstored);
      isUnstored = false;
      version = watched.version;
      // The watcher has stored states with numbers of their own: the next one goes on from there.
      await states.read(lineage);
      // What an earlier apply may have made was listed before this one.
      const left = watched.code === 0 ? watched.begun.filter((one) => one.apply === apply) : watched.begun;
      stored = {...stored, begun: left.length === 0 ? undefined : left};
      return {code: watched.code, said: saidIn(progress, watched), rest, completed: progress.completed};
    },
    save: saveNow,
    refuseMoved: async () => {
      if ((await states.read(lineage))?.version !== version) throw moved();
    },
    alone: queue.alone,
    close: async () => {
      await queue.ended();
      // The watcher, or the next run, stores what is in it.
      if (!isUnstored) await directory.remove();
    },
  };
}

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

/** Returns what Terraform said, after the reason why it was stopped. */
function saidIn({said}: Progress, {stopped}: Pick<Watched, 'stopped'>): readonly Said[] {
  if (stopped === undefined) return said;
  const reason = {severity: 'error' as const, summary: `Terraform was interrupted, because ${stopped}`, detail: ''};
  return [reason, ...said.filter(({summary}) => summary !== 'execution halted')];
}

const textsOf = (env: NodeJS.ProcessEnv): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

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
