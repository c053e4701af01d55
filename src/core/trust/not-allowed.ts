import type {TrustOrigin} from './trust-origin.ts';

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
};
