import type {Secret} from '../core/secret/secret.ts';
import type {ClusterPin} from '../core/workspace/cluster-pin.ts';
import type {KubeconfigSource} from '../core/workspace/kubeconfig-source.ts';
import type {Backend} from './backend.ts';
import type {Clock} from './clock.ts';
import type {SecretObjects} from './secret-objects.ts';

/**
 * Everything that Gantry knows of one kind of backend. The parser of URLs, the schemas, the texts of help, and the consent that a project
 * needs are made from it. `Declared`: as users write it, without credentials; `Config`: paths absolute, references resolved.
 */
export type BackendDescriptor<Declared extends {readonly kind: string}, Config extends {readonly kind: string}> = {
  /** Its name in a mapping: `backend: {s3: …}`. */
  readonly kind: Declared['kind'];
  /** One sentence for schemas and help. */
  readonly description: string;
  readonly address: BackendAddress<Declared>;
  /** The members of the mapping. Each is an option of the address too, except for its place, credentials and their store. */
  readonly fields: {readonly [Name in Exclude<keyof Declared, 'kind'>]-?: BackendField & Presence<Declared[Name]>};
  readonly contacts: BackendContacts<Declared>;
  /** What Kusion calls a backend of this kind, if files that other programs wrote there can be read by their keys. */
  readonly kusionType?: string;
  readonly resolve: (declared: Declared, doors: ResolveDoors) => Config | Promise<Config>;
  readonly open: (config: Config, doors: OpenDoors) => Promise<Backend>;
};

type Presence<Value> = undefined extends Value ? {readonly required?: never} : {readonly required: true};

/** How a backend is written in one line. */
export type BackendAddress<Declared> = {
  /** What the line begins with. */
  readonly scheme: string;
  /** For help: `s3://BUCKET/PREFIX`. */
  readonly example: string;
  /** For the descriptions of schemas, where they show an option: `?region=…`. */
  readonly exampleOptions?: string;
  /** For messages that list what can be written: `s3://BUCKET[/PREFIX]`. */
  readonly forms: readonly string[];
  /** `SCHEME` or `SCHEME:REST`, without options. Absent: `SCHEME://HOST[/PATH][?OPTIONS]`. */
  readonly isWord?: true;
  /** The place that an address names; `host` is the rest of a word. */
  readonly read: (host: string | undefined, path: string) => Partial<Declared> | {readonly problem: string};
  /** What follows `SCHEME://`, or `SCHEME:` of a word, before the options. */
  readonly show: (declared: Declared) => string;
  /** The fields that `read` gives and `show` shows. */
  readonly place: readonly (keyof Declared)[];
};

/** One member of the mapping. Its type decides how it is checked, where it may be written, and what a project needs consent for. */
export type BackendField = {readonly description?: string} & (
  | {
      readonly type: 'text';
      /** Its name as an option of the address, where other tools have one for it. Default: the name of the field. */
      readonly option?: string;
      readonly pattern?: RegExp;
      readonly error?: string;
      /** The one form of what can be written in several. */
      readonly plain?: (written: string) => string | undefined;
    }
  | {readonly type: 'flag'}
  /** The address of another server than the vendor's: a project needs consent for it. */
  | {readonly type: 'endpoint'}
  /** PEM certificates: a project needs consent for a file that is not its own. */
  | {readonly type: 'certificates'}
  /** References to secrets by name: a project needs consent for them. */
  | {readonly type: 'credentials'; readonly names: readonly string[]; readonly optionalNames?: readonly string[]}
  /** Where the credentials are read: a project needs consent for it. */
  | {readonly type: 'secret-store'}
  | BackendChoice
);

/** One of several mappings, told apart by the text of one member. */
type BackendChoice = {
  readonly type: 'choice';
  readonly tag: string;
  /** Of the tag and of the texts, by their names. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** The optional texts of each, by the value of the tag. */
  readonly of: Readonly<Record<string, readonly string[]>>;
  /** The same as options of the address. */
  readonly options: readonly string[];
  readonly read: (options: Readonly<Record<string, string>>) => object | {readonly problem: string} | undefined;
  readonly show: (value: Readonly<Record<string, string | undefined>>) => Readonly<Record<string, string | undefined>>;
};

/** Whom a backend asks. Consent for what a project's file names is derived from this and from the types of the fields. */
export type BackendContacts<Declared> =
  /** It is on this machine. */
  | 'nothing'
  /** The cluster of a workspace, which has its own consent. */
  | 'workspace'
  | {
      /** What is kept there, for people: the name of the bucket. */
      readonly keeps: (declared: Declared) => string;
      /** What an endpoint is sent: `your AWS credentials`. */
      readonly credentials: string;
    };

/** A secret store as the files of users name it. */
export type DeclaredStore = {readonly provider: Readonly<Record<string, unknown>>};

/** What a declaration is resolved with. Nothing is contacted. */
export type ResolveDoors = {
  /** `--insecure`: an endpoint without TLS is accepted. */
  readonly insecure: boolean;
  /** The absolute path of a directory that no untrusted checkout holds; without a path: `$GANTRY_HOME`. */
  readonly directory: (path: string | undefined) => string;
  /** The absolute path of a file of certificates, in its trusted version. */
  readonly certificates: (path: string) => string;
  /** The secrets that references name, by the same names. */
  readonly secrets: (
    references: Readonly<Record<string, string | undefined>>,
    store: DeclaredStore | null | undefined,
  ) => Promise<Readonly<Record<string, Secret>>>;
  /** How to reach the cluster of a workspace; without a name: the one of the run. */
  readonly cluster: (workspace: string | undefined) => Promise<ClusterOfBackend>;
};

/** The cluster whose Secrets are a backend. */
export type ClusterOfBackend = {
  readonly kubeconfig: KubeconfigSource;
  /** The pin that this machine last used of that workspace: the one of the backend can be read only when it is open. */
  readonly lastPin?: ClusterPin | undefined;
};

/** What a backend is opened with. */
export type OpenDoors = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `$GANTRY_HOME`. */
  readonly home: string;
  readonly clock: Clock;
  /** Nobody waits for answers any more. */
  readonly signal: AbortSignal;
  readonly secretObjects: (place: ClusterOfBackend & {readonly namespace: string}) => Promise<SecretObjects>;
};
