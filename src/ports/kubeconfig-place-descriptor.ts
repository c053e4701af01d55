import type {JsonObject} from '../core/json.ts';
import type {KubernetesState} from '../core/release/kubernetes-state.ts';
import type {Use} from '../core/release/use.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {ChildEnvironment} from '../core/workspace/child-environment.ts';
import type {KUBECONFIG_KEYS} from '../core/workspace/context-keys.ts';
import type {KubeconfigSource} from '../core/workspace/kubeconfig-source.ts';
import type {ProviderName} from '../core/workspace/provider-groups.ts';
import type {RemotePlace} from '../core/workspace/remote-place.ts';
import type {Clock} from './clock.ts';
import type {DeclaredFields} from './declared-field.ts';
import type {FetchedKubeconfig, SourceAt} from './fetched-kubeconfig.ts';
import type {SecretObjects} from './secret-objects.ts';

/**
 * The description of one kind of place from which kubeconfigs are fetched. The schemas, the resolution of relative paths, and the
 * consent that a project needs are derived from it. `Members`: the members of the mapping. `Written`: the place as a context
 * names it. `Place`: the place with resolved references.
 */
export type KubeconfigPlaceDescriptor<
  Members extends object,
  Written extends RemotePlace,
  Place extends RemotePlace,
> = {
  readonly kind: Written['kind'];
  /** The syntax in a context: an address in `kubeconfig_path`, or a mapping under a key. `orText`: the key may have a text instead. */
  readonly named: PlaceAddress | {readonly key: (typeof KUBECONFIG_KEYS)[number]; readonly orText?: true};
  /** The members of the mapping, without the `url` of an address. */
  readonly fields: DeclaredFields<Members>;
  /** Two members that exclude each other, because one login is enough. */
  readonly logins?: readonly [string, string];
  /** Reads the members. @param url the address, if the place has one; it is not checked yet, and problems do not quote it */
  readonly read: (members: Members, url: string) => Written | {readonly problem: string};
  /** Returns the text for users, without credentials. */
  readonly show: (written: Written) => string;
  /**
   * Returns the uses of this machine that the place requires. The members may be invalid, because consent is requested before
   * they are parsed.
   */
  readonly wants: (members: JsonObject, url: string) => PlaceWant;
  readonly resolve: (written: Written, deps: PlaceResolveDeps) => Promise<Place>;
  /**
   * Fetches the text. The permissions of the kubeconfig on this machine are decided later, in the same way for all kinds.
   * @throws GantryError 'context/fetch-refused', 'context/fetch-failed', 'context/kubeconfig'
   */
  readonly fetch: (source: SourceAt<Place>, deps: PlaceDeps) => Promise<FetchedKubeconfig>;
};

/** The one-line form of a place. */
export type PlaceAddress = {
  readonly schemes: readonly [string, ...string[]];
  /** An example for messages: `s3://BUCKET/KEY`. */
  readonly example: string;
  /** Returns the members that are written in the address. */
  readonly options?: (address: string) => JsonObject;
  /** Returns the problem of an address, as the end of a sentence that begins with the name of its key. */
  readonly problem: (address: string) => string | undefined;
};

/** The uses of this machine that a place requires. */
export type PlaceWant = {
  /** The action as text: `fetches its kubeconfig from https://…`. */
  readonly does: string;
  readonly credential?: string | undefined;
  /** Trusted certificates in PEM format. */
  readonly certificates?: string | undefined;
  /** The address that is contacted. */
  readonly asks?: string | undefined;
};

/** The dependencies for resolving a place. */
export type PlaceResolveDeps = {
  /** Returns the secret that a field refers to. */
  readonly secret: (field: string, uri: string) => Promise<Secret>;
  /** Returns the keys of a provider that the workspace provides. */
  readonly keysOf: (provider: ProviderName) => Promise<ChildEnvironment>;
  /** Returns the kubeconfig source of another workspace. */
  readonly through: (workspace: string) => Promise<KubeconfigSource>;
  /** Returns a shared resource of another workspace as its last successful release has it. */
  readonly shared: (
    workspace: string,
    resource: {
      readonly id: string;
      readonly stack?: string | undefined;
      /** The value of a Terraform resource. The values of other resources are read from their cluster later. */
      readonly path?: string | undefined;
    },
  ) => Promise<ReleasedObject | ReleasedValue>;
  /** The time that the value may take to appear. Default: none. */
  readonly waitSeconds?: number | undefined;
};

/** An object of a release, and the record of its use. */
export type ReleasedObject = Pick<KubernetesState, 'apiVersion' | 'kind' | 'namespace' | 'name' | 'uid'> & {
  readonly use: Use;
};

/** The value of a Terraform resource of a release, and the record of its use. */
export type ReleasedValue = {readonly value: Secret; readonly use: Use};

/** The dependencies for fetching a kubeconfig. */
export type PlaceDeps = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `$GANTRY_HOME`. */
  readonly home: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly secretObjects: (through: KubeconfigSource, namespace: string) => Promise<SecretObjects>;
  /** Called with a sentence about what the fetch waits for. */
  readonly onWait: (text: string) => void;
  /** Returns the uid of an object in the cluster of another workspace; undefined if it does not exist. */
  readonly uidOf: (through: KubeconfigSource, object: LiveObject) => Promise<string | undefined>;
};

/** An object to find in a cluster. `resource`: its name in paths. */
export type LiveObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
};
