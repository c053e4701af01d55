/** Who the cluster takes us for, by its own word. */
export type ClusterUser = {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
};

/** What the cluster is shown, as far as it may be told. */
export type ShownCredential = {
  readonly kind: 'certificate' | 'token' | 'password';
  /** When it ends, where that is known. */
  readonly until?: string | undefined;
  /** Of a token that says so itself. */
  readonly issuer?: string;
  readonly subject?: string;
  readonly audience?: readonly string[];
  /** Of a password. */
  readonly username?: string;
};

/** The user that the server sees, and the credentials that prove it. */
export type Account = {
  /** Absent where the server does not say (before 1.28, or to nobody in particular). */
  readonly user?: ClusterUser | undefined;
  /** None: the server is shown nothing. */
  readonly credentials: readonly ShownCredential[];
  /** As whom the credential is to act. */
  readonly impersonates?: string | undefined;
};

/** A question as people ask it: `resource` is a plural, a singular, a short name or a kind, with or without its group. */
export type AccessRequest = {
  readonly verb: string;
  readonly resource: string;
  readonly name?: string;
  readonly subresource?: string;
  /** Absent: all of them. */
  readonly namespace?: string;
};

/** The question that the cluster was asked. */
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
  /** Why, where the server says it. */
  readonly reason?: string | undefined;
  /** An authorizer failed: a `no` may be none. */
  readonly problem?: string | undefined;
  /** What the question took for granted. */
  readonly remarks: readonly string[];
};

/** The permissions of the user in a namespace, as the server lists them. */
export type Rights = {
  readonly resources: readonly {
    readonly verbs: readonly string[];
    readonly groups: readonly string[];
    readonly resources: readonly string[];
    /** Empty: all. */
    readonly names: readonly string[];
  }[];
  readonly paths: readonly {readonly verbs: readonly string[]; readonly paths: readonly string[]}[];
  /** There may be more: not every authorizer can list its rules. */
  readonly incomplete: boolean;
  readonly problem?: string;
};

/** Who we are to the cluster, and what we may do there; nothing is changed. */
export type Access = {
  readonly account: () => Promise<Account>;
  /** @throws GantryError 'input/usage' for a resource that the cluster does not have. */
  readonly mayI: (request: AccessRequest) => Promise<AccessAnswer>;
  readonly rights: (namespace: string) => Promise<Rights>;
};
