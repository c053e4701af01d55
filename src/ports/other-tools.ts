import type {JsonObject} from '../core/json.ts';
import type {KubernetesState} from '../core/release/kubernetes-state.ts';
import type {Resource} from '../core/resource/resource.ts';
import type {Secret} from '../core/secret/secret.ts';

/** A release of another tool: what it wanted, and what it left. Secrets are in clear. */
export type ForeignRelease = {readonly spec: readonly Resource[]; readonly state: readonly Resource[]};

/** Releases of another tool that Gantry records as its own history. */
export type RecordRequest = {
  /** Oldest first: of what the last one names the live objects are looked at. */
  readonly releases: readonly ForeignRelease[];
  /** The field manager by which the tool is known. */
  readonly manager: string;
  /** Keys the digests of secret leaves. */
  readonly sealKey: Secret;
  readonly signal: AbortSignal;
};

/**
 * What became of an object that another tool recorded. `written`: it is there, and the tool wrote it. `other`: it is there, and
 * the tool never wrote it. `stack`: a Gantry stack has it. `unseen`: its kind is not served, or it may not be read.
 */
export type Seen = 'written' | 'other' | 'stack' | 'absent' | 'unseen';

/** The same as a release of ours keeps it: secrets sealed; the objects of the last one that the tool wrote by their uid. */
export type RecordedRelease = {readonly spec: readonly Resource[]; readonly state: readonly KubernetesState[]};

/** The releases with what the live objects add to them. */
export type RecordedReleases = {
  readonly releases: readonly RecordedRelease[];
  /** By id: of what the last one names. */
  readonly seen: ReadonlyMap<string, Seen>;
};

/** The name and the namespace of a Helm release. */
export type HelmName = {
  readonly name: string;
  /** Default: that of the kubeconfig's context. */
  readonly namespace?: string;
  readonly signal: AbortSignal;
};

/** A revision of a Helm release that the cluster holds. */
export type HelmRevision = {readonly revision: number; readonly status: string};

/** What the cluster knows of a Helm release of some name. */
export type HelmHistory = {
  readonly namespace: string;
  /** Oldest first; none where there is no such release. */
  readonly revisions: readonly HelmRevision[];
  /** The names of other releases of the namespace. */
  readonly others: readonly string[];
  /** Other namespaces that have a release of this name, as far as they may be listed. */
  readonly elsewhere: readonly string[];
};

/** An object in the manifest of a Helm release. */
export type HelmObject = {
  readonly id: string;
  /** As the chart wrote it, with its namespace. */
  readonly object: JsonObject;
  /** It comes from the chart's directory of definitions: Helm makes these once and never touches them again. */
  readonly isDefinition: boolean;
};

/** A decoded Helm release. */
export type HelmRelease = {
  readonly name: string;
  readonly namespace: string;
  readonly revision: number;
  readonly status: string;
  /** The kind of the object that Helm records it in. */
  readonly record: string;
  /** `web-1.2.3` */
  readonly chart: string;
  /** What the user gave to the chart. */
  readonly values: JsonObject;
  readonly objects: readonly HelmObject[];
  readonly hooks: readonly {readonly id: string; readonly events: readonly string[]}[];
};

/** The records of other tools in the cluster, and their objects. Nothing is written. */
export type OtherTools = {
  readonly record: (request: RecordRequest) => Promise<RecordedReleases>;
  readonly helmHistory: (name: HelmName) => Promise<HelmHistory>;
  /** @throws GantryError `input/usage` where the record cannot be read. */
  readonly helmRelease: (release: HelmName & {readonly revision: number}) => Promise<HelmRelease>;
};
