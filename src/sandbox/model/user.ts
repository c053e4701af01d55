/** The user of a request, in the form of UserInfo in `authentication.k8s.io`. */
export type User = {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  /** Keys are in lower case. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
};

/** Group whose members may do everything, on every cluster. */
export const MASTERS = 'system:masters';
/** Group of every authenticated user. */
export const AUTHENTICATED = 'system:authenticated';

/** The user of every request without impersonation: the token of the run is the only credential. */
export const OWNER: User = {
  username: 'sandbox',
  groups: [MASTERS, AUTHENTICATED],
  // Clients detect by it that this cluster runs none of their controllers.
  extra: {'gantry.dev/sandbox': ['true']},
};
