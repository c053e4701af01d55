import type {SourceTools} from '../config/source-tools.ts';
import type {FetchTools} from '../config/sources/app/fetch-module.ts';
import type {SourceKind} from '../config/sources/source.ts';
import type {OnEvent} from '../core/event.ts';
import type {Redactor} from '../core/secret/redactor.ts';
import type {VerifyBundle} from '../core/signature/keyless.ts';
import type {ChildEnvironment} from '../core/workspace/child-environment.ts';
import type {KubeconfigSource, LocalSource} from '../core/workspace/kubeconfig-source.ts';
import type {ProviderName} from '../core/workspace/provider-groups.ts';
import type {PackedTypes} from '../kubernetes/types/packed-types.ts';
import type {IdentifyAccount} from '../ports/account-identity.ts';
import type {Backend} from '../ports/backend.ts';
import type {ChartTools} from '../ports/chart-tools.ts';
import type {Clock} from '../ports/clock.ts';
import type {Cluster} from '../ports/cluster.ts';
import type {ClusterAccess} from '../ports/cluster-access.ts';
import type {Conditions} from '../ports/conditions.ts';
import type {FlatKubeconfig} from '../ports/flat-kubeconfig.ts';
import type {KubeconfigFiles} from '../ports/kubeconfig-files.ts';
import type {KubeconfigWants} from '../ports/kubeconfig-wants.ts';
import type {Listener} from '../ports/listener.ts';
import type {LockProviders} from '../ports/lock-providers.ts';
import type {Logins} from '../ports/logins.ts';
import type {OpenModule} from '../ports/modules.ts';
import type {Programs} from '../ports/programs.ts';
import type {Repository} from '../ports/repository.ts';
import type {OpenPrograms} from '../ports/restricted-programs.ts';
import type {RuntimeRegistry} from '../ports/runtime-registry.ts';
import type {Sandboxes} from '../ports/sandboxes.ts';
import type {SecretObjects} from '../ports/secret-objects.ts';
import type {SecretStore} from '../ports/secret-store.ts';
import type {TerraformTool} from '../ports/terraform-tool.ts';
import type {BackendConfig} from '../registry/backends.ts';
import type {SecretStoreConfig} from '../registry/secret-stores.ts';
import type {StackRequest} from './plan/release-requests.ts';
import type {FoundWorkspace} from './workspace/chosen-workspace.ts';
import type {Via} from './workspace/via.ts';

/** Environment variables; only `main` reads those of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The dependencies of the use cases. A thunk loads its adapter when it is first called. */
export type Deps = {
  readonly cwd: string;
  readonly env: Environment;
  readonly clock: Clock;
  readonly onEvent: OnEvent;
  readonly signal: AbortSignal;
  /** True at a terminal: the workspace selected with `workspace switch` counts. */
  readonly interactive: boolean;
  /** `$GANTRY_HOME`, default `~/.gantry`. */
  readonly home: string;
  readonly gantryVersion: string;
  /** The command line as typed, without values of secrets. It is recorded with the lock and the release. */
  readonly command: string;
  /** The backend of the run. */
  readonly backend: () => Promise<Backend>;
  /** Returns the backend of another stack, chosen by the same flags. */
  readonly backendFor: (request: StackRequest) => Promise<Backend>;
  /** Opens any backend; the same configuration returns the same backend. */
  readonly openBackend: (config: BackendConfig) => Promise<Backend>;
  /** The version control of the files. */
  readonly repository: () => Promise<Repository>;
  /** The secrets known to the run. They are redacted from texts of others before those are shown. */
  readonly redactor: Redactor;
  /** Opens a secret store. `environment`: the provider keys of the workspace, added to the environment of the process. */
  readonly secretStore: (
    config: SecretStoreConfig,
    environment?: ChildEnvironment,
    /** True if the name of its server must not resolve to a metadata address. */
    besideMetadata?: boolean,
  ) => Promise<SecretStore>;
  /** Asks a provider which account keys belong to. */
  readonly identifyAccount: IdentifyAccount;
  /** Resolves what a store needs of its workspace. It is a function because values of the workspace may be stored in its own stores. */
  readonly workspaceOf: StoreNeeds;
  /** Returns the tools for reading a kind of source. `replaced`: opens the modules of applications in place of `modules`. */
  readonly source: (kind: SourceKind, replaced?: {readonly modules: OpenModule}) => ReturnType<SourceTools['source']>;
  /** Opens the module in a folder. Its code does not run before it is described or run. */
  readonly modules: OpenModule;
  /** Fetches published modules. */
  readonly fetchers: FetchTools;
  /** Locks the providers of Terraform resources. */
  readonly lockProviders: LockProviders;
  /** The functions for charts and their repositories. */
  readonly charts: () => Promise<ChartTools>;
  /** Reads the types of several versions of Kubernetes, for checks without a cluster. */
  readonly kubernetesTypes: () => Promise<PackedTypes>;
  /** Opens trusted roots of Sigstore; undefined for a text without one. */
  readonly bundleVerifier: () => Promise<(roots: string) => VerifyBundle | undefined>;
  /** The language of health rules. */
  readonly conditions: () => Promise<Conditions>;
  /** Opens policies that are programs. */
  readonly openPrograms: OpenPrograms;
  /** Listens on a port of this machine; 0 selects any free port. */
  readonly listen: (port: number) => Promise<Listener>;
  /** Connects to a cluster. `unattended`: no login prompt is shown, and a program that logs in ends with the signal. */
  readonly connect: (source: KubeconfigSource, unattended?: AbortSignal) => Promise<ClusterAccess>;
  /** The users' own identities. */
  readonly logins: () => Promise<Logins>;
  /** Returns the same connection as a separate kubeconfig for programs. */
  readonly kubeconfig: (source: KubeconfigSource) => Promise<FlatKubeconfig>;
  /** Returns the digests that `GANTRY_ALLOW` allows (with a signature if `GANTRY_ALLOW_KEYS` is set). */
  readonly allowedDigests: () => Promise<Pick<ReadonlySet<string>, 'has'>>;
  /**
   * Returns what a kubeconfig that others may have written requests on this machine; undefined if it cannot be used. `withUser`: its user
   * logs in.
   */
  readonly kubeconfigWants: (source: LocalSource, withUser: boolean) => Promise<KubeconfigWants | undefined>;
  /** The clusters that need no kubeconfig. */
  readonly sandboxes: () => Promise<Sandboxes>;
  /** The Secrets of a namespace, over a connection of their own. */
  readonly secretObjects: (access: ClusterAccess, namespace: string) => Promise<SecretObjects>;
  /** Kubeconfigs that other programs read, and those of the user. */
  readonly kubeconfigFiles: () => Promise<KubeconfigFiles>;
  /** The programs of the user, with the environment that a workspace gives them. */
  readonly programs: () => Promise<Programs>;
  /** The runtimes of this program: the types of resources that a stack may use. */
  readonly runtimes: RuntimeRegistry;
  /** Terraform or OpenTofu, for commands on copies of states. */
  readonly terraform: () => Promise<TerraformTool>;
  /** Opens a cluster. `onEvent`: receives its retries, if not every listener of the run does. */
  readonly cluster: (access: ClusterAccess, onEvent?: OnEvent) => Promise<Cluster>;
  /**
   * Opens each kubeconfig and each cluster once for several stacks. `lineages` returns the lineages of the stacks whose workspaces have a kubeconfig, if
   * they may also share what they read from a cluster. Without `lineages`, each stack reads again. Disposal closes the connections.
   */
  readonly shareClusters: (by: {
    readonly lineages?: ((isOwn: (source: KubeconfigSource) => boolean) => Promise<readonly string[]>) | undefined;
  }) => Pick<Deps, 'connect' | 'cluster'> & AsyncDisposable;
  /**
   * Returns the dependencies of the same run with nothing opened yet, for a command that repeats its work. No round reuses connections,
   * secrets or failures of an earlier round. Telemetry gets no events of the rounds, because it keeps each event until the run ends.
   */
  readonly again: (onEvent: OnEvent) => Deps & AsyncDisposable;
  /**
   * Returns the dependencies of a run in an empty directory (`cwd`), with its own configuration, releases and sandboxes, and with no environment variables.
   * Disposal removes the directory.
   */
  readonly trial: () => Promise<Deps & AsyncDisposable>;
};

/** The values that a secret store may need of the workspace that declares it. */
export type StoreNeeds = {
  /** Returns its keys of these providers, without the keys stored in the store `except`. */
  readonly environment: (
    request: {
      readonly chosen: FoundWorkspace;
      readonly only: readonly ProviderName[];
      readonly except: string;
      readonly via: Via;
    },
    deps: Deps,
  ) => Promise<ChildEnvironment>;
  /** Returns the kubeconfig of its cluster, or of the cluster of the workspace that it names. */
  readonly kubeconfig: (
    request: {readonly chosen: FoundWorkspace; readonly workspace?: string | undefined; readonly via: Via},
    deps: Deps,
  ) => Promise<KubeconfigSource>;
};
