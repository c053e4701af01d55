/** Who asks, as the server knows them: `authentication.k8s.io`'s UserInfo. */
export type User = {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  /** By keys in lower case. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
};

/** Whose members may do everything, on every cluster. */
export const MASTERS = 'system:masters';
/** Group of every user who showed a credential. */
export const AUTHENTICATED = 'system:authenticated';

/** Who everybody is here: the token of the run is the only way in. */
export const OWNER: User = {
  username: 'sandbox',
  groups: [MASTERS, AUTHENTICATED],
  // Clients learn from it that no controller of theirs runs here.
  extra: {'gantry.dev/sandbox': ['true']},
};
