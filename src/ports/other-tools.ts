import type {JsonObject} from '../core/json.ts';
import type {KubernetesState} from '../core/release/kubernetes-state.ts';
import type {Resource} from '../core/resource/resource.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {RecordedChart} from './helm-chart-record.ts';

/** A release of another tool: its desired resources and its state. Secrets are in clear text. */
export type ForeignRelease = {readonly spec: readonly Resource[]; readonly state: readonly Resource[]};

/** Releases of another tool that Gantry records as its own history. */
export type RecordRequest = {
  /** The releases, oldest first. The live objects of the last one are read. */
  readonly releases: readonly ForeignRelease[];
  /** The field manager of the tool. */
  readonly manager: string;
  /** The key for the digests of secret values. */
  readonly digestKey: Secret;
  readonly signal: AbortSignal;
};

/**
 * The status of an object that another tool recorded. `written`: it exists, and the tool wrote it. `other`: it exists, and the
 * tool never wrote it. `stack`: it belongs to a Gantry stack. `absent`: it does not exist. `unseen`: its kind is not served, or
 * the user is denied to read it.
 */
export type Seen = 'written' | 'other' | 'stack' | 'absent' | 'unseen';

/**
 * A release of another tool in the form of a Gantry release, with sealed secrets. The objects of the last release that the tool
 * wrote have their UID.
 */
export type RecordedRelease = {readonly spec: readonly Resource[]; readonly state: readonly KubernetesState[]};

/** The releases with the facts from the live objects. */
export type RecordedReleases = {
  readonly releases: readonly RecordedRelease[];
  /** The status of the objects of the last release, by id. */
  readonly seen: ReadonlyMap<string, Seen>;
};

/** The name and the namespace of a Helm release. */
export type HelmName = {
  readonly name: string;
  /** The namespace. Default: the namespace of the kubeconfig context. */
  readonly namespace?: string;
  readonly signal: AbortSignal;
};

/** A revision of a Helm release that the cluster holds. */
export type HelmRevision = {readonly revision: number; readonly status: string};

/** The revisions of a Helm release that the cluster stores. */
export type HelmHistory = {
  readonly namespace: string;
  /** The revisions, oldest first. Empty if the release does not exist. */
  readonly revisions: readonly HelmRevision[];
  /** The names of other releases of the namespace. */
  readonly others: readonly string[];
  /** Other namespaces with a release of this name, as far as the user can list them. */
  readonly elsewhere: readonly string[];
};

/** An object in the manifest of a Helm release. */
export type HelmObject = {
  readonly id: string;
  /** The object as the chart wrote it, with its namespace. */
  readonly object: JsonObject;
  /** True if the object comes from the `crds` directory of the chart. Helm creates these once and never changes them again. */
  readonly isCrd: boolean;
};

/** A decoded Helm release. */
export type HelmRelease = {
  readonly name: string;
  readonly namespace: string;
  readonly revision: number;
  readonly status: string;
  /** The kind of the object that stores the Helm release. */
  readonly record: string;
  /** `web-1.2.3` */
  readonly chart: string;
  readonly recorded: RecordedChart;
  /** The values that the user passed to the chart. */
  readonly values: JsonObject;
  readonly objects: readonly HelmObject[];
  readonly hooks: readonly {readonly id: string; readonly events: readonly string[]}[];
};

/** The records of other tools in the cluster, and their objects. Nothing is written. */
export type OtherTools = {
  readonly record: (request: RecordRequest) => Promise<RecordedReleases>;
  readonly helmHistory: (name: HelmName) => Promise<HelmHistory>;
  /** Reads a Helm release. @throws GantryError `input/usage` if the record cannot be read */
  readonly helmRelease: (release: HelmName & {readonly revision: number}) => Promise<HelmRelease>;
};
