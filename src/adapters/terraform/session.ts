import {readFileSync} from 'node:fs';
import {access, mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import type {Json, JsonObject} from '../../core/json.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {makeDirectories} from '../../lib/make-directories.ts';
import {sha256} from '../../lib/sha256.ts';
import type {PrivateDirectory} from '../../ports/programs.ts';
import type {ProviderSettings, RuntimeNeeds} from '../../ports/runtime-needs.ts';
import type {TerraformStates} from '../../ports/terraform-states.ts';
import {childVariables, providerVariables} from './child-variables.ts';
import {type FoundTerraform, findTerraform} from './find-terraform.ts';
import {oneByOne} from './one-by-one.ts';
import {privatePlace} from './private-place.ts';
import {type Ended, type Place, runShow, runStream} from './program.ts';
import type {RootModule} from './root-module.ts';
import {type About, errorsOf} from './said-diagnostics.ts';
import {readPlan, readState, type ShownPlan} from './shown.ts';
import {decodeStored, encodeStored, NOTHING_STORED, type Stored, serialOf} from './stored.ts';
import type {StreamEvent} from './stream.ts';

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
};

const STATE = 'terraform.tfstate';
const LOCK = '.terraform.lock.hcl';

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
  readonly showPlan: (file: string) => Promise<ShownPlan>;
  /** Reads the state of the working directory with its values, after an apply. */
  readonly showState: () => Promise<void>;
  /** Seals the state of the working directory, and stores it. Calls without a change that wait at once are one write. */
  readonly save: (change?: Pick<Stored, 'ids' | 'begun'>) => Promise<void>;
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
  const found = await states.read(lineage);
  const stored = found === undefined ? NOTHING_STORED : decodeStored(found.text);
  const child = childVariables(options.env);
  const program = await findTerraform(options.env, child);
  const directory = await options.directory(await privatePlace(options.env, options.home));
  try {
    if (stored.state !== undefined) await directory.write(STATE, canonicalJson(stored.state));
    if (stored.lock !== undefined) await directory.write(LOCK, stored.lock);
  } catch (error) {
    await directory.remove();
    throw error;
  }
  return sessionIn({options, lineage, states, program, directory, child}, stored, found?.version);
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
  let [saving, waiting]: [Promise<void>, Promise<void> | undefined] = [Promise.resolve(), undefined];
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
      env = {...env, ...providerVariables(settings, keys)};
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
    save: (change) => {
      if (change === undefined && waiting !== undefined) return waiting;
      const next = saving
        .catch(() => undefined)
        .then(() => {
          if (waiting === next) waiting = undefined;
          return saveNow(change ?? {});
        });
      if (change === undefined) waiting = next;
      saving = next;
      return next;
    },
    refuseMoved: async () => {
      if ((await states.read(lineage))?.version !== version) throw moved();
    },
    alone: queue.alone,
    close: async () => {
      await queue.ended();
      await saving.catch(() => undefined);
      await directory.remove();
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
    state: async (): Promise<JsonObject | undefined> => {
      const text = await read(STATE);
      try {
        return text === undefined || text === '' ? undefined : (JSON.parse(text) as Json as JsonObject);
      } catch {
        return undefined;
      }
    },
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
