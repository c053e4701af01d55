import type {JsonObject} from '../core/json.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {ChildEnvironment} from '../core/workspace/child-environment.ts';
import type {KUBECONFIG_KEYS} from '../core/workspace/context-keys.ts';
import type {KubeconfigSource} from '../core/workspace/kubeconfig-source.ts';
import type {ProviderName} from '../core/workspace/provider-groups.ts';
import type {RemotePlace} from '../core/workspace/remote-place.ts';
import type {DeclaredFields} from './declared-field.ts';
import type {FetchedKubeconfig, SourceAt} from './fetched-kubeconfig.ts';
import type {SecretObjects} from './secret-objects.ts';

/**
 * Everything that Gantry knows of one kind of place from which kubeconfigs are fetched. The schemas, the paths that are made whole, and
 * the consent that a project needs are made from it. `Members`: of the mapping; `Written`: as a context names it; `Place`: references
 * are resolved.
 */
export type KubeconfigPlaceDescriptor<
  Members extends object,
  Written extends RemotePlace,
  Place extends RemotePlace,
> = {
  readonly kind: Written['kind'];
  /** How a context names it: by an address in `kubeconfig_path`, or by a mapping under its own key. */
  readonly named: PlaceAddress | {readonly key: (typeof KUBECONFIG_KEYS)[number]};
  /** The members of the mapping, without the `url` of an address. */
  readonly fields: DeclaredFields<Members>;
  /** Two of them exclude each other: one login is enough. */
  readonly logins?: readonly [string, string];
  /** @param url the address, of a place that is named by one; it was not checked, and problems do not quote it */
  readonly read: (members: Members, url: string) => Written | {readonly problem: string};
  /** For people; without what opens it. */
  readonly show: (written: Written) => string;
  /** Of what may be wrong: consent is asked for before it is read. */
  readonly wants: (members: JsonObject, url: string) => PlaceWant;
  readonly resolve: (written: Written, doors: PlaceResolveDoors) => Promise<Place>;
  /**
   * Fetches the text. What it may do on this machine is decided for all kinds.
   * @throws GantryError 'context/fetch-refused', 'context/fetch-failed', 'context/kubeconfig'
   */
  readonly fetch: (source: SourceAt<Place>, doors: PlaceDoors) => Promise<FetchedKubeconfig>;
};

/** How a place is written in one line. */
export type PlaceAddress = {
  readonly schemes: readonly [string, ...string[]];
  /** For messages: `s3://BUCKET/KEY`. */
  readonly example: string;
  /** Members that are written in the address. */
  readonly options?: (address: string) => JsonObject;
  /** What is wrong with an address, as the end of a sentence that begins with the name of its key. */
  readonly problem: (address: string) => string | undefined;
};

/** What a place wants of this machine. */
export type PlaceWant = {
  /** `fetches its kubeconfig from https://…`. */
  readonly does: string;
  readonly credential?: string | undefined;
  /** PEM certificates that are trusted. */
  readonly certificates?: string | undefined;
  /** The address that is asked. */
  readonly asks?: string | undefined;
};

/** What a place is resolved with. */
export type PlaceResolveDoors = {
  /** The secret that a field refers to. */
  readonly secret: (field: string, uri: string) => Promise<Secret>;
  /** The keys of a provider that the workspace gives. */
  readonly keysOf: (provider: ProviderName) => Promise<ChildEnvironment>;
  /** The kubeconfig of another workspace. */
  readonly through: (workspace: string) => Promise<KubeconfigSource>;
};

/** What a kubeconfig is fetched with. */
export type PlaceDoors = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `$GANTRY_HOME`. */
  readonly home: string;
  readonly signal: AbortSignal;
  readonly secretObjects: (through: KubeconfigSource, namespace: string) => Promise<SecretObjects>;
};
