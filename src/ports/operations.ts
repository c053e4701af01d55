import type {ObjectHealth} from '../core/readiness/health.ts';
import type {UserHealthOf} from '../core/readiness/user-health.ts';
import type {KubernetesState} from '../core/release/kubernetes-state.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {LocalConnection} from './listener.ts';
import type {PlannedChange} from './planned-change.ts';

/** A stack as its last release left it. `secrets`: those that could be read; they are kept from view. */
export type ReleasedStack = {
  readonly lineage: string;
  readonly secrets?: ReadonlyMap<string, Secret>;
  /** When the user's rules say that objects are ready. */
  readonly health?: UserHealthOf | undefined;
  readonly signal: AbortSignal;
  /** What is looked at. */
  readonly prior: readonly KubernetesState[];
  /** All of the release: its Secrets are kept from view, also where only a part is looked at. */
  readonly whole: readonly KubernetesState[];
};

/** One line of a container. */
export type LogLine = {
  /** Of the resource whose pod it is. */
  readonly id: string;
  readonly pod: string;
  readonly container: string;
  /** Without its line end, scrubbed of known secrets. */
  readonly line: string;
  /** When it was written (RFC 3339, to the nanosecond). */
  readonly time?: string;
};

/** The resources and the lines whose logs are read. */
export type LogsRequest = {
  /** The resources whose pods are meant. */
  readonly of: readonly KubernetesState[];
  /** Goes on until the signal is aborted, or until all that was asked for has ended for good. */
  readonly follow: boolean;
  readonly sinceSeconds?: number | undefined;
  /** Lines of each container; absent: all. */
  readonly tail?: number | undefined;
  readonly container?: string | undefined;
  /** Of the run before the last restart. */
  readonly previous: boolean;
  readonly onLine: (line: LogLine) => void;
  /** What has no lines, and why: `web-1 app has not started yet: ContainerCreating`. */
  readonly onRemark: (text: string) => void;
};

/** `containers`: the names that the pods have, to choose from. */
export type LogsFound = {readonly pods: number; readonly streams: number; readonly containers: readonly string[]};

/** A port of a Service, and the local address that leads there. */
export type ForwardRequest = {
  /** A Service of the stack. */
  readonly service: KubernetesState;
  /** One of its ports, by number or name. */
  readonly port: string;
  /** Which pod is forwarded to from now on. */
  readonly onPod: (pod: string, port: number) => void;
  readonly onTrouble: (text: string) => void;
};

/** A forwarded port. Each connection is carried on its own. */
export type Forward = {
  /** Carries one connection until an end closes it. Never throws: what fails is told, and the connection ends. */
  readonly carry: (local: LocalConnection) => Promise<void>;
};

/** What people do with a stack that runs. Nothing of it writes to the cluster. */
export type Operations = {
  /** One for each of `prior`, in its order. */
  readonly health: () => Promise<readonly ObjectHealth[]>;
  /** A step for each of `prior`: it ends when the object is ready by the rules of apply, or no longer there. */
  readonly waits: (until: 'ready' | 'gone') => Promise<readonly PlannedChange[]>;
  readonly logs: (request: LogsRequest) => Promise<LogsFound>;
  /** @throws GantryError where the service has no such port, or no pods of its own. */
  readonly forward: (request: ForwardRequest) => Promise<Forward>;
};
