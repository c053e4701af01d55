import {readFileSync} from 'node:fs';
import {readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {TerraformStates} from '../../ports/terraform-states.ts';
import {childVariables, providerVariables} from './child-variables.ts';
import {findKnownTerraform, requireKnown} from './find-terraform.ts';
import {initialize} from './initialize.ts';
import {lockedProviders, requireLocked} from './locked-providers.ts';
import {oneByOne} from './one-by-one.ts';
import {pickUp} from './pick-up.ts';
import {privatePlace} from './private-place.ts';
import {type Place, runGraph, runShow, runStream} from './program.ts';
import {providerFacts} from './provider-facts.ts';
import {readPlan} from './read-shown.ts';
import {requireEphemeral} from './require-ephemeral.ts';
import {LOCK, REQUIRED, readJson, STATE} from './run-files.ts';
import type {Opened, Session, TerraformOptions} from './session.ts';
import {stateSecrets, stateValues} from './state-values.ts';
import {encodeStored, NOTHING_STORED, type Stored, serialOf} from './stored.ts';
import {type Working, watchedApply} from './watched-apply.ts';
import {withoutEdges} from './without-edges.ts';

/**
 * Opens the Terraform of a stack.
 * @throws GantryError terraform/unusable
 */
export async function openSession(options: TerraformOptions, lineage: string): Promise<Session> {
  const states = await options.needs.states();
  return openWith({options, lineage, states}, async (base) =>
    pickUp({states, lineage, left: await options.left(base)}),
  );
}

/**
 * Opens a Terraform of no stack, to read resources. It has no state that could delete something, and stores none.
 * @throws GantryError terraform/unusable
 */
export const openReader = (options: TerraformOptions): Promise<Session> =>
  openWith({options, lineage: '', states: NO_STATES}, async () => ({stored: NOTHING_STORED, version: undefined}));

const notStored = (): never => {
  throw new Error('a Terraform that only reads stores no state');
};
const NO_STATES: TerraformStates = {read: async () => undefined, write: notStored, handOver: notStored};

async function openWith(
  {options, lineage, states}: Pick<Opened, 'options' | 'lineage' | 'states'>,
  start: (base: string) => ReturnType<typeof pickUp>,
): Promise<Session> {
  const child = childVariables(options.env);
  const program = await findKnownTerraform(options.env, child, options.home);
  requireLocked(program, await options.needs.lock());
  const base = await privatePlace(options.env, options.home);
  const {stored, version} = await start(base);
  const directory = await options.directory(base);
  try {
    // Made here in any case: Terraform keeps the mode of a file, and lets others read a new one. An empty file has no state.
    await directory.write(STATE, stored.state === undefined ? '' : canonicalJson(stored.state));
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
    lay: layIn(opened, now),
    plan: planIn(opened, place),
    run: (args, more) => runStream(place(), args, more),
    detach: async (isLeaving) => {
      const state = await files.state();
      if (state !== undefined) await directory.write(STATE, canonicalJson(withoutEdges(state, isLeaving)));
    },
    graph: (signal) => runGraph(place(), signal),
    showPlan: async (file) => readPlan(await runShow(place(), [file])),
    showState: async () => {
      const state = await files.state();
      if (state === undefined) return [];
      const facts = await providerFacts(place(), state);
      const resources = Object.fromEntries(stateValues(state, facts));
      now.stored = {...now.stored, state, shown: {serial: serialOf(state), resources}};
      return stateSecrets(state, facts);
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

/** Returns the function that makes a plan file. */
const planIn =
  ({options, program, directory}: Opened, place: () => Place): Session['plan'] =>
  async (file, args, {signal, onEvent = () => undefined}) => {
    let {version} = program;
    // Made here: Terraform keeps the mode of a file, and lets others read a new one.
    await directory.write(file, '');
    const ended = await runStream(place(), ['plan', '-json', '-input=false', '-lock=false', `-out=${file}`, ...args], {
      signal,
      onEvent: (event) => {
        if (event.kind === 'version') ({version} = event);
        onEvent(event);
      },
    });
    await requireKnown(program, version, options.home);
    return ended;
  };

/** Returns the function that writes a module into the working directory, with its keys and its providers. */
const layIn = ({options, program, directory, child}: Opened, now: Working): Session['lay'] => {
  let laid: ReadonlyMap<string, string> = new Map();
  return async (module, settings, about, signal) => {
    const files = new Map(module.source?.files);
    if (module.required !== undefined) files.set(REQUIRED, module.required);
    for (const path of laid.keys()) if (!files.has(path)) await rm(join(directory.path, path), {force: true});
    for (const [path, text] of files) await directory.write(path, text);
    laid = files;
    await directory.write(MODULE, module.text);
    await directory.write('gantry.auto.tfvars.json', module.variables);
    const keys = new Map<string, string>();
    for (const {variable, name, content} of settings.environment.files)
      keys.set(variable, await directory.write(join('keys', variable, name), content));
    now.env = {...now.env, ...providerVariables(settings, {files: keys, ephemeral: module.ephemeral})};
    const {source} = module;
    if (module.providers.length === 0 && source === undefined) return;
    requireEphemeral(module, program);
    const {providers} = module;
    const lock = await options.needs.lock();
    const locked = lockedProviders(providers, {lock, last: source?.lock ?? now.stored.lock, source});
    const ready = await initialize({
      providers,
      locked,
      program,
      directory,
      env: child,
      options,
      source,
      last: now.stored.lock,
      isPinned: lock !== undefined,
      about,
      signal,
    });
    now.env = {...now.env, TF_DATA_DIR: ready.data};
  };
};

/** The root module. A source has other names for its files. */
const MODULE = 'gantry.tf.json';

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
