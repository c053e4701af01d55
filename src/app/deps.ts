import type {SourceTools} from '../config/source-tools.ts';
import type {OnEvent} from '../core/event.ts';
import type {Learned} from '../core/secret/learned.ts';
import type {ChildEnvironment} from '../core/workspace/child-environment.ts';
import type {KubeconfigSource, LocalSource} from '../core/workspace/kubeconfig-source.ts';
import type {ProviderName} from '../core/workspace/provider-groups.ts';
import type {Backend} from '../ports/backend.ts';
import type {Clock} from '../ports/clock.ts';
import type {Cluster} from '../ports/cluster.ts';
import type {ClusterAccess} from '../ports/cluster-access.ts';
import type {Conditions} from '../ports/conditions.ts';
import type {FlatKubeconfig} from '../ports/flat-kubeconfig.ts';
import type {KubeconfigFiles} from '../ports/kubeconfig-files.ts';
import type {KubeconfigWants} from '../ports/kubeconfig-wants.ts';
import type {Listener} from '../ports/listener.ts';
import type {Logins} from '../ports/logins.ts';
import type {Programs} from '../ports/programs.ts';
import type {Repository} from '../ports/repository.ts';
import type {RuntimeRegistry} from '../ports/runtime-registry.ts';
import type {Sandboxes} from '../ports/sandboxes.ts';
import type {SecretObjects} from '../ports/secret-objects.ts';
import type {SecretStore} from '../ports/secret-store.ts';
import type {BackendConfig} from '../registry/backends.ts';
import type {SecretStoreConfig} from '../registry/secret-stores.ts';
import type {StackRequest} from './plan/release-requests.ts';
import type {FoundWorkspace} from './workspace/chosen-workspace.ts';
import type {Via} from './workspace/via.ts';

/** Environment variables; only `main` reads those of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What every use case may ask for. Doors open late: a thunk loads its adapter when it is first called. */
export type Deps = {
  readonly cwd: string;
  readonly env: Environment;
  readonly clock: Clock;
  readonly onEvent: OnEvent;
  readonly signal: AbortSignal;
  /** A person sits at the terminal: the user's own workspace switch counts. */
  readonly interactive: boolean;
  /** `$GANTRY_HOME`, default `~/.gantry`. */
  readonly home: string;
  readonly gantryVersion: string;
  /** The command line as typed, without values of secrets: recorded with the lock and the release. */
  readonly command: string;
  /** The backend of the run. */
  readonly backend: () => Promise<Backend>;
  /** The one of another stack, by the same flags. */
  readonly backendFor: (request: StackRequest) => Promise<Backend>;
  /** Any backend; the same one again for the same configuration. */
  readonly openBackend: (config: BackendConfig) => Promise<Backend>;
  /** The version control of the files. */
  readonly repository: () => Promise<Repository>;
  /** The secrets that the run has come to know: whatever others say is cleaned of them before anybody sees it. */
  readonly learned: Learned;
  /** `environment`: the workspace's provider keys, laid over the environment of the process. */
  readonly secretStore: (
    config: SecretStoreConfig,
    environment?: ChildEnvironment,
    /** The name of its server may not lead to a metadata address. */
    besideMetadata?: boolean,
  ) => Promise<SecretStore>;
  /** What a store needs of its workspace. A door, since the workspace's own values may lie in its stores. */
  readonly workspaceOf: StoreNeeds;
  /** Opens what reads a kind of source. */
  readonly source: SourceTools['source'];
  /** The language of health rules. */
  readonly conditions: () => Promise<Conditions>;
  /** Takes a port of this machine; 0: any. */
  readonly listen: (port: number) => Promise<Listener>;
  /** `unattended`: nobody is asked for a login, and a program that logs in ends with the signal. */
  readonly connect: (source: KubeconfigSource, unattended?: AbortSignal) => Promise<ClusterAccess>;
  /** The users' own identities. */
  readonly logins: () => Promise<Logins>;
  /** The same as a kubeconfig of its own, for programs. */
  readonly kubeconfig: (source: KubeconfigSource) => Promise<FlatKubeconfig>;
  /** What `GANTRY_ALLOW` (with a signature, where `GANTRY_ALLOW_KEYS` is set) lets workspaces of others do. */
  readonly allowedDigests: () => Promise<Pick<ReadonlySet<string>, 'has'>>;
  /** What a kubeconfig that others may have written wants of this machine, if it can be used. `withUser`: its user logs in. */
  readonly kubeconfigWants: (source: LocalSource, withUser: boolean) => Promise<KubeconfigWants | undefined>;
  /** The clusters that need none. */
  readonly sandboxes: () => Promise<Sandboxes>;
  /** The Secrets of a namespace, over a connection of their own. */
  readonly secretObjects: (access: ClusterAccess, namespace: string) => Promise<SecretObjects>;
  /** Kubeconfigs that other programs read, and those of the user. */
  readonly kubeconfigFiles: () => Promise<KubeconfigFiles>;
  /** The user's programs, with what a workspace gives them. */
  readonly programs: () => Promise<Programs>;
  /** The runtimes of this program: the types of resources that a stack may use. */
  readonly runtimes: RuntimeRegistry;
  /** `onEvent`: who hears of its retries, where that is not all who hear of the run. */
  readonly cluster: (access: ClusterAccess, onEvent?: OnEvent) => Promise<Cluster>;
};

/** What a secret store may need of the workspace that declares it. */
export type StoreNeeds = {
  /** Its keys of these providers, without those that lie in the store `except`. */
  readonly environment: (
    request: {
      readonly chosen: FoundWorkspace;
      readonly only: readonly ProviderName[];
      readonly except: string;
      readonly via: Via;
    },
    deps: Deps,
  ) => Promise<ChildEnvironment>;
  /** The way to its cluster, or to that of the workspace which it names. */
  readonly kubeconfig: (
    request: {readonly chosen: FoundWorkspace; readonly workspace?: string | undefined; readonly via: Via},
    deps: Deps,
  ) => Promise<KubeconfigSource>;
};
