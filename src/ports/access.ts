/** The user as the cluster identifies them. */
export type ClusterUser = {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
};

/** A credential that the cluster receives, without its secret parts. */
export type ShownCredential = {
  readonly kind: 'certificate' | 'token' | 'password';
  /** The expiry time, if known. */
  readonly until?: string | undefined;
  /** The claims of a token that contains them. */
  readonly issuer?: string;
  readonly subject?: string;
  readonly audience?: readonly string[];
  /** The user name of a password. */
  readonly username?: string;
};

/** The user that the server sees, and the credentials that prove it. */
export type Account = {
  /** Absent if the server does not report it (before 1.28, or for an anonymous user). */
  readonly user?: ClusterUser | undefined;
  /** The credentials. Empty if the server receives none. */
  readonly credentials: readonly ShownCredential[];
  /** The user that the credential impersonates. */
  readonly impersonates?: string | undefined;
};

/** A permission check as users write it. `resource` is a plural, a singular, a short name or a kind, with or without its group. */
export type AccessRequest = {
  readonly verb: string;
  readonly resource: string;
  readonly name?: string;
  readonly subresource?: string;
  /** The namespace. Absent: all namespaces. */
  readonly namespace?: string;
};

/** The permission check that was sent to the cluster. */
export type AskedAccess =
  | {
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource?: string;
      readonly name?: string;
      readonly namespace?: string;
    }
  | {readonly verb: string; readonly path: string};

/** The answer to one permission check. */
export type AccessAnswer = {
  readonly asked: AskedAccess;
  readonly allowed: boolean;
  /** The reason, if the server reports it. */
  readonly reason?: string | undefined;
  /** Set if an authorizer failed, so that a denial may be wrong. */
  readonly problem?: string | undefined;
  /** The assumptions of the check. */
  readonly remarks: readonly string[];
};

/** The permissions of the user in a namespace, as the server lists them. */
export type GrantedPermissions = {
  readonly resources: readonly {
    readonly verbs: readonly string[];
    readonly groups: readonly string[];
    readonly resources: readonly string[];
    /** The resource names. Empty: all. */
    readonly names: readonly string[];
  }[];
  readonly paths: readonly {readonly verbs: readonly string[]; readonly paths: readonly string[]}[];
  /** True if the list may be incomplete, because not every authorizer can list its rules. */
  readonly incomplete: boolean;
  readonly problem?: string;
};

/** Read-only requests about the user's account and permissions in the cluster. */
export type Access = {
  readonly account: () => Promise<Account>;
  /** Checks one permission. @throws GantryError 'input/usage' for a resource that the cluster does not have */
  readonly mayI: (request: AccessRequest) => Promise<AccessAnswer>;
  readonly permissions: (namespace: string) => Promise<GrantedPermissions>;
};
