import type {ZodType} from 'zod';
import type {ChartField} from '../../core/chart/chart-field.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Json, JsonObject, JsonPath} from '../../core/json.ts';
import type {SourceRecord} from '../../core/release/source-record.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {WorkspaceValues} from '../../core/variation/expand-context.ts';
import type {OpenModule} from '../../ports/modules.ts';
import type {OpenPrograms} from '../../ports/restricted-programs.ts';
import type {SourceFacts} from '../../ports/source-facts.ts';
import type {Recipe} from '../claims/recipe.ts';
import type {Candidate, Candidates} from '../manifests/candidate.ts';
import type {StoreInFile} from '../secret-store.ts';
import type {DescribedModules} from './described-modules.ts';
import type {LockedModule} from './fetched/locked-module-model.ts';
import type {GeneratedGroup} from './generated.ts';
import type {ChartLockFile} from './helm/chart-lock-file.ts';
import type {LockUse} from './lock-use.ts';

/** The absolute directories of a stack, its project and its workspaces. */
export type StackPlace = {readonly stackDir: string; readonly projectDir: string; readonly workspacesDir: string};

/** An entry of `sources` in stack.yaml. A stack without `sources` has one entry for its directory. */
export type SourceEntry = {
  /** The value of the kind's key, checked by its schema: for example a glob. Absent: stack.yaml has no `sources`. */
  readonly written?: Json;
  /** The entry is a recipe of `claims`, in place of a file. */
  readonly recipe?: Recipe;
  readonly place: StackPlace;
  /** The names of the project and the stack. */
  readonly names: {readonly project: string; readonly stack: string};
  /** True if the changes that each object went through are recorded. */
  readonly traced?: boolean | undefined;
  /** True if references in the objects are expanded. */
  readonly references: boolean;
  /** True if parts of the source may be fetched. */
  readonly remote: boolean;
  /** The workspace that the stack is built for. Absent: none was chosen. */
  readonly workspace?: WorkspaceValues | undefined;
  /** The namespace of the stack in that workspace. */
  readonly namespace?: string | undefined;
  /** Returns the position in stack.yaml of the kind's key, or of a part of its value, for diagnostics. */
  readonly at: (path?: JsonPath) => Pick<Diagnostic, 'at' | 'path'>;
  /** Files that earlier sources of the stack have read. A file is read only once. */
  readonly taken: Set<string>;
  /** The objects of the sources that were built before. */
  readonly earlier?: readonly Candidate[];
  /** The resource types that have a runtime. Absent: only Kubernetes objects. */
  readonly types?: readonly Resource['type'][] | undefined;
  /** All source kinds, to recognize files of another kind. */
  readonly kinds: readonly SourceKind[];
};

/** The inputs of a source as absolute paths, which need not exist. All files below a directory are inputs. */
export type SourceInputs = {readonly directories: readonly string[]; readonly files: readonly string[]};

/** The objects of a source. A spec file may also have `context` and `secretStore`. */
export type Built = Candidates & {
  readonly context?: JsonObject;
  readonly secretStore?: StoreInFile;
  /** The records of the source in the release, for its next build. */
  readonly records?: readonly SourceRecord[];
  /** The generated values of a chart, or of the modules of applications. */
  readonly generated?: readonly GeneratedGroup[];
  /** Explains a field of an object by the values of a chart. Undefined: the source has no such object. It renders the chart again. */
  readonly explainField?: ExplainChartField;
  /** The values that its objects are rendered from. Present if it was not rendered. */
  readonly values?: JsonObject;
  /** The problems that prevented the render. Present with `values`. */
  readonly unrendered?: readonly Diagnostic[];
};

/** A source and the commit or digest that its server has for it now. */
export type Pin = {readonly git?: string; readonly oci?: string; readonly wanted?: string; readonly pin: string};

/** Explains a field, by the id of its object and its path. */
export type ExplainChartField = (id: string, path: string) => Promise<ChartField | undefined>;

/** A source that builds the objects of an entry. */
export type Source = {
  /** Returns the inputs. It only reads files. */
  readonly inputs: (entry: Pick<SourceEntry, 'written' | 'place' | 'recipe'>) => SourceInputs;
  /** Builds the objects. `facts` opens the cluster at the first request. Absent: the stack is built without a cluster. */
  readonly build: (entry: SourceEntry, facts?: SourceFacts) => Promise<Built>;
  /**
   * Returns the values that the objects are rendered from, with their references. It only reads files. Absent: a build runs no program
   * that may fail without a cluster.
   */
  readonly values?: (entry: SourceEntry) => JsonObject;
  /**
   * Returns the pin of an entry for the lock file of the stack: the one in it, or what the server has now. Undefined if stack.yaml itself
   * pins the source. Absent: the source is not fetched.
   * @param upgrade true: the pin in the lock file does not count
   */
  readonly pin?: (entry: SourceEntry, upgrade: boolean) => Promise<Pin | Built | undefined>;
  /**
   * Returns the published modules of an entry, for the lock file of the stack. Absent: the source has none.
   * @param upgrade true: the entries in the lock file do not count
   * @param only the only module that is fetched. Absent: all that are used
   */
  readonly lock?: (entry: SourceEntry, upgrade: boolean, only?: string) => Promise<readonly LockedModule[] | Built>;
  /**
   * Compares an entry with the lock file of the stack. Runs no chart and no module. Absent: the source has no entries in it. Problems that are
   * not about the lock file are left to the build.
   */
  readonly checkLock?: (entry: SourceEntry, lock: ChartLockFile) => Promise<LockUse>;
  /** Describes the modules of the workspace. Absent: the source uses no modules. */
  readonly modules?: (entry: SourceEntry) => Promise<DescribedModules>;
};

/** The dependencies of a source. */
export type SourceDeps = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `$GANTRY_HOME`. */
  readonly home: string;
  /** Aborted when the objects are no longer needed. */
  readonly signal: AbortSignal;
  /** Opens modules of the workspace. Absent: only built-in modules are known. */
  readonly modules?: OpenModule;
  /** Opens applications that are programs. Absent: none is run. */
  readonly openPrograms?: OpenPrograms;
};

/** An option beside the key of the kind. */
export type SourceOption = 'references' | 'remote';

/** The description of a source kind. The schema of stack.yaml and its messages are made from it. */
export type SourceKind<Name extends string = string> = {
  /** The key of an entry that selects the kind. */
  readonly name: Name;
  /** The description of the key's value. */
  readonly description: string;
  /** The schema of the key's value. Absent: a text. */
  readonly schema?: ZodType<Json>;
  /** The placeholder for the value in hints: `DIR`. */
  readonly placeholder: string;
  readonly example: string;
  /** The options that an entry may have, with their descriptions. */
  readonly options: Readonly<Partial<Record<SourceOption, string>>>;
  /** The reasons why the kind does not have an option that other kinds have. */
  readonly because?: Readonly<Partial<Record<SourceOption, string>>>;
  /** Files that only this kind can read. Such a file in the stack directory selects the kind if stack.yaml has no `sources`. */
  readonly owns?: {
    readonly is: (name: string) => boolean;
    readonly in: (directory: string) => boolean;
    readonly what: string;
    readonly todo: string;
  };
  /** False: the kind cannot read fetched files, because it would expand references in third-party files. */
  readonly readsFetched?: false;
  /** True if a source is built after those of other kinds, because it needs their objects. */
  readonly isLate?: true;
  /** False: its objects have no extensions, so that commands about a workspace need not build them. */
  readonly hasExtensions?: false;
  readonly open: (deps: SourceDeps) => Promise<Source>;
};

/** Returns the value of a kind whose value is a text. */
export const textOf = (written: SourceEntry['written']): string | undefined =>
  typeof written === 'string' ? written : undefined;
