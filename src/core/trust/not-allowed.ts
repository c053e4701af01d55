import type {TrustOrigin} from './trust-origin.ts';

/** A directory of the user that others can write. `mode` has its permissions in octal digits. */
export type OpenDirectory = {readonly directory: string; readonly mode: string};

/** The wants of a workspace that are not allowed. Others may have written the workspace. */
export type NotAllowed = {
  readonly workspace: string;
  readonly origin: TrustOrigin;
  readonly file: string;
  readonly wants: readonly string[];
  /** The digest of all wants, for a consent. Absent: a consent is not possible. */
  readonly digest?: string;
  /** The difference from the user's last consent. */
  readonly changed?: {readonly added: readonly string[]; readonly removed: readonly string[]};
  readonly never?: true;
  /** The directory of the workspace, if it belongs to the user and others can write it. */
  readonly open?: OpenDirectory | undefined;
};
