import type {JsonObject} from '../core/json.ts';
import type {ObjectHealth} from '../core/readiness/health.ts';
import type {UserHealthOf} from '../core/readiness/user-health.ts';
import type {KubernetesState} from '../core/release/kubernetes-state.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {RunningImage} from '../core/variation/promoted-images.ts';
import type {LocalConnection} from './listener.ts';
import type {PlannedChange} from './planned-change.ts';

/** A stack as its last release recorded it. `secrets`: the values that could be read. They are redacted in the output. */
export type ReleasedStack = {
  readonly lineage: string;
  readonly secrets?: ReadonlyMap<string, Secret>;
  /** The health rules of the user. */
  readonly health?: UserHealthOf | undefined;
  readonly signal: AbortSignal;
  /** The resources to examine. */
  readonly prior: readonly KubernetesState[];
  /** All resources of the release. Their secrets are redacted, also if only some resources are examined. */
  readonly whole: readonly KubernetesState[];
};

/** One log line of a container. */
export type LogLine = {
  /** The id of the resource that the pod belongs to. */
  readonly id: string;
  readonly pod: string;
  readonly container: string;
  /** The text without its line end, with known secrets redacted. */
  readonly line: string;
  /** The time when the line was written (RFC 3339 with nanoseconds). */
  readonly time?: string;
};

/** A request to read the logs of resources. */
export type LogsRequest = {
  /** The resources whose pods are read. */
  readonly of: readonly KubernetesState[];
  /** Continues until the signal aborts, or until all selected containers have ended permanently. */
  readonly follow: boolean;
  readonly sinceSeconds?: number | undefined;
  /** The number of lines per container. Absent: all. */
  readonly tail?: number | undefined;
  readonly container?: string | undefined;
  /** Reads the logs of the run before the last restart. */
  readonly previous: boolean;
  readonly onLine: (line: LogLine) => void;
  /** Reports a container without log lines, and the reason: `web-1 app has not started yet: ContainerCreating`. */
  readonly onRemark: (text: string) => void;
};

/** The number of pods and log streams. `containers`: the container names of the pods, to choose from. */
export type LogsFound = {readonly pods: number; readonly streams: number; readonly containers: readonly string[]};

/** A request to forward a local port to a Service. */
export type ForwardRequest = {
  /** The Service, which belongs to the stack. */
  readonly service: KubernetesState;
  /** The port of the Service, by number or name. */
  readonly port: string;
  /** Reports the pod that connections are forwarded to from now on. */
  readonly onPod: (pod: string, port: number) => void;
  readonly onError: (text: string) => void;
};

/** A forwarded port. Each connection is forwarded separately. */
export type Forward = {
  /** Forwards one connection until either end closes it. Never throws: a failure is reported, and the connection ends. */
  readonly carry: (local: LocalConnection) => Promise<void>;
};

/** A live object of a release in the form of a manifest, with sealed secrets; or the reason why it is not compared. */
export type LiveManifest = {readonly id: string} & (
  | {readonly object: JsonObject}
  /** `done`: the object has completed its work. */
  | {readonly object?: undefined; readonly why: string; readonly done?: true}
);

/** The read-only operations on a running stack. */
export type Operations = {
  /** Returns one entry for each of `prior`, in its order. */
  readonly health: () => Promise<readonly ObjectHealth[]>;
  /** Returns a step for each of `prior`. The step ends when the object is ready by the rules of apply, or no longer exists. */
  readonly waits: (until: 'ready' | 'gone') => Promise<readonly PlannedChange[]>;
  /** Returns the images that the containers of `prior` run. */
  readonly images: () => Promise<readonly RunningImage[]>;
  /** Returns the live objects of `prior`, in its order, with secrets sealed by the key. */
  readonly manifests: (key: string) => Promise<readonly LiveManifest[]>;
  readonly logs: (request: LogsRequest) => Promise<LogsFound>;
  /** Opens a port of a Service. @throws GantryError if the Service has no such port, or no pods */
  readonly forward: (request: ForwardRequest) => Promise<Forward>;
};
