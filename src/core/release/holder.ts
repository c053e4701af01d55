/** The user, the machine and the process of a run. */
export type Holder = {
  readonly user: string;
  readonly host: string;
  readonly bootId: string;
  /** The namespace that the pid belongs to. Absent if it is not known. */
  readonly pidNamespace?: string;
  readonly pid: number;
  /** The start time of the process (clock ticks since boot, or an ISO time), to recognize a reused pid. */
  readonly processStart: string;
  readonly command: string;
  /** A second process of the run on the same machine, which continues if the first one is killed. Absent: the run has one process. */
  readonly watcher?: {readonly pid: number; readonly processStart: string};
  /** The URL of the CI run. */
  readonly run?: string;
  /** The name of the user in the cluster. Absent if the cluster does not report it. */
  readonly account?: string;
};
