import type {TrustOrigin} from './trust-origin.ts';

/** A directory of the user's own that others can write. `mode`: its permissions in octal digits. */
export type OpenDirectory = {readonly directory: string; readonly mode: string};

/** What is wanted by a workspace that others may have written, and is not allowed. */
export type NotAllowed = {
  readonly workspace: string;
  readonly origin: TrustOrigin;
  readonly file: string;
  readonly wants: readonly string[];
  /** Of all of it; absent: nobody may. */
  readonly digest?: string;
  /** Since this user allowed it something. */
  readonly changed?: {readonly added: readonly string[]; readonly removed: readonly string[]};
  readonly never?: true;
  /** It lies in a directory of the user's that others can write. */
  readonly open?: OpenDirectory | undefined;
};
