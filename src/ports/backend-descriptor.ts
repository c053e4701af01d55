import type {Secret} from '../core/secret/secret.ts';
import type {ClusterPin} from '../core/workspace/cluster-pin.ts';
import type {KubeconfigSource} from '../core/workspace/kubeconfig-source.ts';
import type {Backend} from './backend.ts';
import type {AccessTrial} from './backend-access.ts';
import type {Clock} from './clock.ts';
import type {SecretObjects} from './secret-objects.ts';

/**
 * The description of one kind of backend. The URL parser, the schemas, the help texts, and the consent that a project needs are
 * derived from it. `Declared`: the configuration as users write it, without credentials. `Config`: paths absolute, references
 * resolved.
 */
export type BackendDescriptor<Declared extends {readonly kind: string}, Config extends {readonly kind: string}> = {
  /** The name of the kind in a mapping: `backend: {s3: …}`. */
  readonly kind: Declared['kind'];
  /** One sentence for schemas and help. */
  readonly description: string;
  readonly address: BackendAddress<Declared>;
  /** The members of the mapping. Each one is also an option of the address, except for the location, the credentials and their store. */
  readonly fields: {readonly [Name in Exclude<keyof Declared, 'kind'>]-?: BackendField & Presence<Declared[Name]>};
  readonly contacts: BackendContacts<Declared>;
  /** The way to try the permission to write. */
  readonly accessTrial: AccessTrial;
  /** The name that Kusion uses for this kind of backend. Set if files that other programs wrote there can be read by their keys. */
  readonly kusionType?: string;
  readonly resolve: (declared: Declared, deps: ResolveDeps) => Config | Promise<Config>;
  readonly open: (config: Config, deps: OpenDeps) => Promise<Backend>;
};

type Presence<Value> = undefined extends Value ? {readonly required?: never} : {readonly required: true};

/** The one-line form of a backend. */
export type BackendAddress<Declared> = {
  /** The scheme at the start of the line. */
  readonly scheme: string;
  /** An example for help: `s3://BUCKET/PREFIX`. */
  readonly example: string;
  /** An example of options, for the descriptions in schemas: `?region=…`. */
  readonly exampleOptions?: string;
  /** The accepted forms, for messages: `s3://BUCKET[/PREFIX]`. */
  readonly forms: readonly string[];
  /** True for the form `SCHEME` or `SCHEME:REST`, without options. Absent: `SCHEME://HOST[/PATH][?OPTIONS]`. */
  readonly isWord?: true;
  /** Returns the location in an address. `host` is the rest of a word. */
  readonly read: (host: string | undefined, path: string) => Partial<Declared> | {readonly problem: string};
  /** Returns the text after `SCHEME://`, or after `SCHEME:` of a word, before the options. */
  readonly show: (declared: Declared) => string;
  /** The fields that `read` returns and `show` prints. */
  readonly place: readonly (keyof Declared)[];
};

/**
 * One member of the mapping. Its type determines how it is checked, where it may be written, and whether a project needs consent
 * for it.
 */
export type BackendField = {readonly description?: string} & (
  | {
      readonly type: 'text';
      /** Its name as an option of the address, if other tools use a name for it. Default: the name of the field. */
      readonly option?: string;
      readonly pattern?: RegExp;
      readonly error?: string;
      /** Returns the canonical form of a value that can be written in several ways. */
      readonly plain?: (written: string) => string | undefined;
    }
  | {readonly type: 'flag'}
  /** The address of a server other than the vendor's. A project needs consent for it. */
  | {readonly type: 'endpoint'}
  /** Certificates in PEM format. A project needs consent for a file outside of the project. */
  | {readonly type: 'certificates'}
  /** References to secrets by name. A project needs consent for them. */
  | {readonly type: 'credentials'; readonly names: readonly string[]; readonly optionalNames?: readonly string[]}
  /** The store of the credentials. A project needs consent for it. */
  | {readonly type: 'secret-store'}
  | BackendChoice
);

/** One of several mappings, distinguished by the value of one member. */
type BackendChoice = {
  readonly type: 'choice';
  readonly tag: string;
  /** The descriptions of the tag and of the texts, by name. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** The optional texts of each mapping, by the value of the tag. */
  readonly of: Readonly<Record<string, readonly string[]>>;
  /** The names of the same members as options of the address. */
  readonly options: readonly string[];
  readonly read: (options: Readonly<Record<string, string>>) => object | {readonly problem: string} | undefined;
  readonly show: (value: Readonly<Record<string, string | undefined>>) => Readonly<Record<string, string | undefined>>;
};

/** The system that a backend contacts. Consent for the values in a project's file is derived from this and from the types of the fields. */
export type BackendContacts<Declared> =
  /** The backend is on this machine. */
  | 'nothing'
  /** The backend is in the cluster of a workspace, which has its own consent. */
  | 'workspace'
  | {
      /** Returns the name of the storage for users: the name of the bucket. */
      readonly keeps: (declared: Declared) => string;
      /** The credentials that an endpoint receives: `your AWS credentials`. */
      readonly credentials: string;
    };

/** A secret store as written in a file. */
export type DeclaredStore = {readonly provider: Readonly<Record<string, unknown>>};

/** The dependencies for resolving a declaration. Nothing is contacted. */
export type ResolveDeps = {
  /** `--insecure`: an endpoint without TLS is accepted. */
  readonly insecure: boolean;
  /** Returns the absolute path of a directory that is outside of every untrusted checkout. Without a path: `$GANTRY_HOME`. */
  readonly directory: (path: string | undefined) => string;
  /** Returns the absolute path of a file of certificates, in its trusted version. */
  readonly certificates: (path: string) => string;
  /** Returns the secrets of the references, by the same names. */
  readonly secrets: (
    references: Readonly<Record<string, string | undefined>>,
    store: DeclaredStore | null | undefined,
  ) => Promise<Readonly<Record<string, Secret>>>;
  /** Returns the kubeconfig source of a workspace. Without a name: of the workspace of the run. */
  readonly cluster: (workspace: string | undefined) => Promise<ClusterOfBackend>;
};

/** The cluster whose Secrets are used as a backend. */
export type ClusterOfBackend = {
  readonly kubeconfig: KubeconfigSource;
  /** The pin that this machine last used for that workspace. The pin in the backend can be read only after the backend is open. */
  readonly lastPin?: ClusterPin | undefined;
};

/** The dependencies for opening a backend. */
export type OpenDeps = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `$GANTRY_HOME`. */
  readonly home: string;
  readonly clock: Clock;
  /** Aborts when the caller no longer waits for answers. */
  readonly signal: AbortSignal;
  readonly secretObjects: (place: ClusterOfBackend & {readonly namespace: string}) => Promise<SecretObjects>;
};
