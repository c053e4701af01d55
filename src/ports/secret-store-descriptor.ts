import type {Secret} from '../core/secret/secret.ts';
import type {KubeconfigSource} from '../core/workspace/kubeconfig-source.ts';
import type {ProviderName} from '../core/workspace/provider-groups.ts';
import type {httpsRequest} from '../lib/https-request.ts';
import type {DeclaredFields} from './declared-field.ts';
import type {SecretObjects} from './secret-objects.ts';
import type {SecretStore} from './secret-store.ts';

/**
 * Everything that Gantry knows of one kind of secret store. The schemas, the paths that are made whole, and the consent that a project
 * needs are made from it. `Declared`: as users write it; `Config`: paths absolute, credentials read.
 */
export type SecretStoreDescriptor<Declared extends object, Config extends {readonly kind: string}> = {
  /** Its name in a file: `provider: {vault: {…}}`. */
  readonly kind: Config['kind'];
  readonly description: string;
  /** What follows its name, for hints and pages: `{path: DIR}`. */
  readonly example: string;
  readonly fields: DeclaredFields<Declared>;
  /** The provider whose keys of the workspace it logs in with. Default: none. */
  readonly logsInWith?: ProviderName;
  /** It answers what the user of this machine has set: what it holds is trusted as a file of theirs. */
  readonly isNear?: true;
  readonly wants: (declared: Declared) => readonly StoreWant[];
  readonly resolve: (declared: Declared, doors: StoreResolveDoors) => Config | Promise<Config>;
  readonly open: (config: Config, doors: StoreDoors) => Promise<SecretStore>;
};

/** What a store wants of this machine, as the end of a sentence that begins with the name of the store. */
export type StoreWant =
  | {readonly ability: 'variable'; readonly does: string}
  /** `path`: the file at the end of the sentence; one of the project needs no consent. */
  | {readonly ability: 'file'; readonly does: string; readonly path?: string}
  | {
      readonly ability: 'server';
      readonly server: string;
      readonly credential: string;
      /** PEM certificates that are trusted. */
      readonly certificates?: string | undefined;
    }
  | {
      readonly ability: 'program';
      readonly command: readonly string[];
      readonly env?: Readonly<Record<string, string>> | undefined;
    };

/** What a declaration is resolved with. */
export type StoreResolveDoors = {
  /** The directory of the file that declares the store; absent: there is no file. */
  readonly directory: string | undefined;
  /** The absolute path of a file. */
  readonly place: (path: string) => string;
  /** The same for what holds secrets: a link that leads out of the project is refused. */
  readonly placeOfSecrets: (path: string) => string;
  /** A value that is written in the file, or the secret that it refers to. */
  readonly secret: (text: string) => Promise<Secret>;
  /** How to reach the cluster of a workspace; without a name: the one that declares the store. */
  readonly cluster: (workspace: string | undefined) => Promise<KubeconfigSource>;
  /** @throws GantryError unless the workspace trusts the program */
  readonly requireTrusted: (command: readonly string[]) => void;
};

/** What a store is opened with. */
export type StoreDoors = {
  /** The environment with the keys of the workspace laid over. */
  readonly env: Environment;
  /** The environment as the process has it. */
  readonly ownEnv: Environment;
  readonly signal: AbortSignal;
  /** The name of its server may not lead to a metadata address; nor does `http` go there then. */
  readonly besideMetadata: boolean;
  readonly http: typeof httpsRequest;
  readonly secretObjects: (kubeconfig: KubeconfigSource, namespace: string) => Promise<SecretObjects>;
};

type Environment = Readonly<Record<string, string | undefined>>;
