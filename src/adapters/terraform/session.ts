import type {Secret} from '../../core/secret/secret.ts';
import type {PrivateDirectory} from '../../ports/programs.ts';
import type {ProviderSettings, RuntimeNeeds} from '../../ports/runtime-needs.ts';
import type {RunLock} from '../../ports/step-run.ts';
import type {TerraformStates} from '../../ports/terraform-states.ts';
import {type Begun, type Progress} from './begun.ts';
import {type FoundTerraform} from './find-terraform.ts';
import type {Ended, StreamOptions} from './program.ts';
import type {RootModule} from './root-module.ts';
import {type About} from './said-diagnostics.ts';
import type {ShownPlan} from './shown.ts';
import type {Stored} from './stored.ts';
import type {Watch, WatchListeners} from './watch-order.ts';

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
  /** Runs work that no other process does in the same directory at the same time. */
  readonly exclusively: <T>(directory: string, work: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** Returns the directories below `base` that killed runs have left. */
  readonly left: (base: string) => Promise<readonly string[]>;
  /** Returns the function that runs an apply so that it outlives this process. */
  readonly watch: (states: TerraformStates) => Watch;
};

/** The parts of a plan that are stored with the state. */
export type Kept = Pick<Stored, 'ids' | 'source'>;

/** An apply of a plan file. */
export type ApplyOrder = Omit<WatchListeners, 'leaveTo'> & {
  readonly file: string;
  /** The data that is stored with the state. */
  readonly kept: Kept;
  /** The creations in the plan. */
  readonly begun: readonly Begun[];
  /** Reports whether a resource of the stack still has to be applied after this apply. */
  readonly isPending: (address: string) => boolean;
  readonly lock: RunLock | undefined;
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
  /** Makes a plan file, with more arguments. @throws GantryError terraform/unusable if the program is another one now */
  readonly plan: (file: string, args: readonly string[], options: StreamOptions) => Promise<Ended>;
  /** Runs a command to its end. */
  readonly run: (args: readonly string[], options: StreamOptions) => Promise<Ended>;
  /**
   * Applies a plan file. The state is stored before it, after completed resources and at its end, also if this process is killed.
   * @throws GantryError plan/stale if another run has stored a state; backend/io if the last state could not be stored
   */
  readonly apply: (order: ApplyOrder) => Promise<ApplyEnded>;
  /** Returns the dependencies of the module in the working directory, in the language DOT. @throws GantryError terraform/failed */
  readonly graph: (signal: AbortSignal) => Promise<string>;
  /** Removes from the state in the working directory that resources which stay depend on those that leave. */
  readonly detach: (isLeaving: (address: string) => boolean) => Promise<void>;
  readonly showPlan: (file: string) => Promise<ShownPlan>;
  /**
   * Reads the values in the state of the working directory, after an apply. Returns the sensitive texts in it.
   * @throws GantryError terraform/failed
   */
  readonly showState: () => Promise<readonly string[]>;
  /** Seals the state of the working directory, and stores it. */
  readonly save: (change: Kept & Pick<Stored, 'writeOnly'>) => Promise<void>;
  /** @throws GantryError plan/stale if another run has stored a state since this one read it */
  readonly refuseMoved: () => Promise<void>;
  /** Runs one piece of work after another: two processes must not use one state. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

/** The parts of an opened session. */
export type Opened = {
  readonly options: TerraformOptions;
  readonly lineage: string;
  readonly states: TerraformStates;
  readonly program: FoundTerraform;
  readonly directory: PrivateDirectory;
  readonly child: NodeJS.ProcessEnv;
};
