import type {JsonObject} from '../core/json.ts';
import type {Secret} from '../core/secret/secret.ts';

/** The clusters that Gantry itself is, each with its data in a directory of the user's. */
export type Sandboxes = {
  /** Of those that were ever used here. */
  readonly names: () => Promise<readonly string[]>;
  /** @throws GantryError 'sandbox/damaged', 'sandbox/newer' */
  readonly status: (name: string) => Promise<SandboxStatus>;
  /**
   * The way to one: this process serves it until it ends, unless another one does already. Made when it is first opened; the
   * same one again for the same name.
   * @throws GantryError 'sandbox/damaged'
   */
  readonly open: (name: string) => Promise<OpenSandbox>;
  /**
   * Removes all that it holds: the next one of that name is another cluster. Answers whether there was one.
   * @throws GantryError 'sandbox/in-use'
   */
  readonly reset: (name: string) => Promise<boolean>;
  /** Every object that it holds, as it is kept; also while it is served. */
  readonly export: (name: string) => Promise<readonly JsonObject[]>;
};

/** The contents of a sandbox, and the process that serves it. */
export type SandboxStatus = {
  readonly name: string;
  readonly directory: string;
  /** Absent: it was never opened, or was reset since. */
  readonly objects?: number;
  /** On disk. */
  readonly bytes: number;
  /** By whom; absent: by nobody. */
  readonly served?: {readonly server: string; readonly pid: number} | undefined;
};

/** The address and the credentials of a running sandbox. */
export type OpenSandbox = {
  readonly server: string;
  /** PEM. */
  readonly ca: string;
  readonly token: Secret;
  /** This process serves it. */
  readonly owner: boolean;
};
