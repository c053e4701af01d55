import type {JsonObject} from '../core/json.ts';
import type {Secret} from '../core/secret/secret.ts';

/** The built-in clusters, each with its data in a directory of the user. */
export type Sandboxes = {
  /** Lists the sandboxes that were ever used on this machine. */
  readonly names: () => Promise<readonly string[]>;
  /** Returns the status of a sandbox. @throws GantryError 'sandbox/damaged', 'sandbox/newer' */
  readonly status: (name: string) => Promise<SandboxStatus>;
  /**
   * Opens a sandbox. This process serves it until the process ends, unless another process already does. Creates it on first use,
   * and returns the same one for the same name.
   * @throws GantryError 'sandbox/damaged'
   */
  readonly open: (name: string) => Promise<OpenSandbox>;
  /**
   * Deletes all data of a sandbox. The next one with that name is a different cluster. Returns whether it existed.
   * @throws GantryError 'sandbox/in-use'
   */
  readonly reset: (name: string) => Promise<boolean>;
  /** Returns all objects as they are stored, also while the sandbox is served. */
  readonly export: (name: string) => Promise<readonly JsonObject[]>;
};

/** The contents of a sandbox, and the process that serves it. */
export type SandboxStatus = {
  readonly name: string;
  readonly directory: string;
  /** The number of objects. Absent if the sandbox was never opened or was reset since. */
  readonly objects?: number;
  /** The size on disk in bytes. */
  readonly bytes: number;
  /** The process that serves it. Absent if no process does. */
  readonly served?: {readonly server: string; readonly pid: number} | undefined;
};

/** The address and the credentials of a running sandbox. */
export type OpenSandbox = {
  readonly server: string;
  /** The CA certificate in PEM format. */
  readonly ca: string;
  readonly token: Secret;
  /** True if this process serves it. */
  readonly owner: boolean;
};
