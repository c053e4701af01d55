/** Access to the Secrets of one namespace in one cluster, for components that store or look up data there. */
export type SecretObjects = {
  /** `https://host:port`, for messages. */
  readonly server: string;
  readonly namespace: string;
  readonly get: (name: string) => Promise<SecretObject | undefined>;
  /** Creates a Secret. `taken`: a Secret with this name exists. */
  readonly create: (secret: NewSecret) => Promise<SecretVersion | 'taken'>;
  /** Replaces the whole Secret if its version is still `seen`. */
  readonly replace: (
    secret: NewSecret,
    seen: Pick<SecretVersion, 'uid' | 'resourceVersion'>,
  ) => Promise<SecretVersion | 'moved'>;
  /** Deletes the Secret if its version is still `seen`. Without a resourceVersion: if its UID is the same. */
  readonly delete: (name: string, seen: SeenSecret) => Promise<'deleted' | 'moved'>;
  /** Lists the Secrets that match a label selector in the syntax of kubectl, without their values. */
  readonly list: (labelSelector: string) => Promise<readonly SecretFacts[]>;
  /** Lists the Secrets with their keys. The server returns keys only together with values, so the values are dropped on arrival. */
  readonly listKeys: (labelSelector?: string) => Promise<readonly SecretKeys[]>;
  /**
   * Checks that the namespace exists, because an empty list and a missing namespace look alike. Does nothing if the user is
   * denied to read the namespace.
   * @throws GantryError `input/usage` with the command that creates it
   */
  readonly requireNamespace: () => Promise<void>;
  /** Returns those of the verbs that the server denies the user for all Secrets of the namespace. @throws GantryError if it cannot say */
  readonly deniedVerbs: (verbs: readonly string[]) => Promise<readonly string[]>;
};

/** The identity of one version of a Secret. A Secret that was deleted and recreated has a different UID. */
export type SecretVersion = {readonly uid: string; readonly resourceVersion: string; readonly createdAt: string};

/** The version of a Secret at the time of a read. */
export type SeenSecret = {readonly uid: string; readonly resourceVersion?: string};

/** The metadata of a Secret. */
export type SecretFacts = SecretVersion & {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
};

/** The metadata and the keys of a Secret, without its values. */
export type SecretKeys = SecretFacts & {readonly keys: readonly string[]};

/** A Secret with its data, decoded from base64. */
export type SecretObject = SecretFacts & {
  readonly type: string;
  readonly data: Readonly<Record<string, Uint8Array>>;
};

/** A Secret to create, without its namespace. */
export type NewSecret = {
  readonly name: string;
  readonly type: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, Uint8Array>>;
  /** True if the server refuses changes. The Secret may be deleted. */
  readonly immutable?: true;
};
