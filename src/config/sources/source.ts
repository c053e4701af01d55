import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {ClusterFacts} from '../../ports/cluster-facts.ts';
import type {Candidates} from '../manifests/candidate.ts';
import type {StoreInFile} from '../secret-store.ts';

/** Directories, absolute. */
export type StackPlace = {readonly stackDir: string; readonly projectDir: string; readonly workspacesDir: string};

/** One entry of `sources` in stack.yaml; or, where there are none, the directory of the stack. */
export type SourceEntry = {
  /** What follows the name of the kind. Absent: stack.yaml names no source. */
  readonly written?: string;
  readonly place: StackPlace;
  /** References in the objects are expanded. */
  readonly references: boolean;
  /** Parts of it may be fetched. */
  readonly remote: boolean;
  /** Where stack.yaml names it, for diagnostics. */
  readonly at: () => Pick<Diagnostic, 'at' | 'path'>;
  /** Files that earlier sources of the stack have read: a file is read once. */
  readonly taken: Set<string>;
  /** The types of resources that have a runtime. Absent: Kubernetes objects alone. */
  readonly types?: readonly Resource['type'][] | undefined;
  /** All kinds: a file may belong to another kind than this. */
  readonly kinds: readonly SourceKind[];
};

/** What decides the result: absolute paths, which need not exist. Of a directory: anything below. */
export type SourceInputs = {readonly directories: readonly string[]; readonly files: readonly string[]};

/** `context` and `secretStore`: what a spec file says besides its objects. */
export type Built = Candidates & {readonly context?: JsonObject; readonly secretStore?: StoreInFile};

/** Makes the objects of one entry. */
export type Source = {
  /** Reads files only. */
  readonly inputs: (entry: Pick<SourceEntry, 'written' | 'place'>) => SourceInputs;
  /** `facts`: answers of the cluster, which is opened by the first question. Absent: the stack is built without a cluster. */
  readonly build: (entry: SourceEntry, facts?: ClusterFacts) => Promise<Built>;
};

/** What a source is opened with. */
export type SourceDoors = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `$GANTRY_HOME`. */
  readonly home: string;
  /** Aborted when nobody waits for the objects any more. */
  readonly signal: AbortSignal;
};

/** A member beside the name of the kind. */
export type SourceOption = 'references' | 'remote';

/** Everything that Gantry knows of one kind of source. The schema of stack.yaml and its messages are made from it. */
export type SourceKind<Name extends string = string> = {
  /** The member of an entry that chooses it. */
  readonly name: Name;
  /** Of what follows the name. */
  readonly description: string;
  /** What follows the name, for hints: `DIR`. */
  readonly placeholder: string;
  readonly example: string;
  /** Which members an entry may have besides, and what they mean. */
  readonly options: Readonly<Partial<Record<SourceOption, string>>>;
  /** Why it does not take a member that others take. */
  readonly because?: Readonly<Partial<Record<SourceOption, string>>>;
  /** Files that nothing else can read. One in the stack directory chooses this kind where stack.yaml names none. */
  readonly owns?: {
    readonly is: (name: string) => boolean;
    readonly in: (directory: string) => boolean;
    readonly what: string;
    readonly todo: string;
  };
  readonly open: (doors: SourceDoors) => Promise<Source>;
};
