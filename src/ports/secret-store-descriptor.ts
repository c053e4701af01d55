import type {Secret} from '../core/secret/secret.ts';
import type {KubeconfigSource} from '../core/workspace/kubeconfig-source.ts';
import type {ProviderName} from '../core/workspace/provider-groups.ts';
import type {httpsRequest} from '../lib/https-request.ts';
import type {DeclaredFields} from './declared-field.ts';
import type {SecretObjects} from './secret-objects.ts';
import type {SecretStore} from './secret-store.ts';

/**
 * The description of one kind of secret store. The schemas, the resolution of relative paths, and the consent that a project
 * needs are derived from it. `Declared`: the configuration as users write it. `Config`: paths absolute, credentials read.
 */
export type SecretStoreDescriptor<Declared extends object, Config extends {readonly kind: string}> = {
  /** The name of the kind in a file: `provider: {vault: {…}}`. */
  readonly kind: Config['kind'];
  readonly description: string;
  /** The value after the name, for hints and documentation: `{path: DIR}`. */
  readonly example: string;
  readonly fields: DeclaredFields<Declared>;
  /** The provider of the workspace keys that the store logs in with. Default: none. */
  readonly logsInWith?: ProviderName;
  /** True if the store returns values that the user of this machine has set. Its contents are trusted like a file of the user. */
  readonly isNear?: true;
  readonly wants: (declared: Declared) => readonly StoreWant[];
  readonly resolve: (declared: Declared, deps: StoreResolveDeps) => Config | Promise<Config>;
  readonly open: (config: Config, deps: StoreDeps) => Promise<SecretStore>;
};

/** A use of this machine that a store requires. `does` is the end of a sentence that begins with the name of the store. */
export type StoreWant =
  | {readonly ability: 'variable'; readonly does: string}
  /** `path`: the file at the end of the sentence. A file of the project needs no consent. */
  | {readonly ability: 'file'; readonly does: string; readonly path?: string}
  | {
      readonly ability: 'server';
      readonly server: string;
      readonly credential: string;
      /** Trusted certificates in PEM format. */
      readonly certificates?: string | undefined;
    }
  | {
      readonly ability: 'program';
      readonly command: readonly string[];
      readonly env?: Readonly<Record<string, string>> | undefined;
    };

/** The dependencies for resolving a declaration. */
export type StoreResolveDeps = {
  /** The directory of the file that declares the store. Absent if there is no file. */
  readonly directory: string | undefined;
  /** Returns the absolute path of a file. */
  readonly place: (path: string) => string;
  /** Returns the absolute path of a file with secrets. A link that leads out of the project is refused. */
  readonly placeOfSecrets: (path: string) => string;
  /** Returns a value that is written in the file, or the secret that it refers to. */
  readonly secret: (text: string) => Promise<Secret>;
  /** Returns the kubeconfig source of a workspace. Without a name: of the workspace that declares the store. */
  readonly cluster: (workspace: string | undefined) => Promise<KubeconfigSource>;
  /** Checks that the workspace trusts the program. @throws GantryError otherwise */
  readonly requireTrusted: (command: readonly string[]) => void;
};

/** The dependencies for opening a store. */
export type StoreDeps = {
  /** The environment with the keys of the workspace added. */
  readonly env: Environment;
  /** The environment of the process. */
  readonly ownEnv: Environment;
  readonly signal: AbortSignal;
  /** True if the name of its server must not resolve to a metadata address. `http` then refuses such addresses. */
  readonly besideMetadata: boolean;
  readonly http: typeof httpsRequest;
  readonly secretObjects: (kubeconfig: KubeconfigSource, namespace: string) => Promise<SecretObjects>;
};

type Environment = Readonly<Record<string, string | undefined>>;
