/** The Secrets of one namespace of one cluster, as those need them who keep or look for something there. */
export type SecretObjects = {
  /** `https://host:port`, for messages. */
  readonly server: string;
  readonly namespace: string;
  readonly get: (name: string) => Promise<SecretObject | undefined>;
  /** `taken`: there is one of this name. */
  readonly create: (secret: NewSecret) => Promise<SecretVersion | 'taken'>;
  /** All of it, iff it still is the one that `seen` names. */
  readonly replace: (
    secret: NewSecret,
    seen: Pick<SecretVersion, 'uid' | 'resourceVersion'>,
  ) => Promise<SecretVersion | 'moved'>;
  /** Iff it still is the one that `seen` names; without a resourceVersion: whatever became of that one. */
  readonly delete: (name: string, seen: SeenSecret) => Promise<'deleted' | 'moved'>;
  /** Those with the labels, without their values: a selector as kubectl takes it. */
  readonly list: (labelSelector: string) => Promise<readonly SecretFacts[]>;
  /** The same with the keys of each. A server tells keys together with values only: those are dropped as they come. */
  readonly listKeys: (labelSelector?: string) => Promise<readonly SecretKeys[]>;
  /**
   * An empty answer and a namespace that does not exist look alike. Where we may not ask, nothing is said.
   * @throws GantryError `input/usage` that says how to make it.
   */
  readonly requireNamespace: () => Promise<void>;
};

/** Which object at which moment: a Secret that was deleted and made again has another uid. */
export type SecretVersion = {readonly uid: string; readonly resourceVersion: string; readonly createdAt: string};

/** The version of a Secret at the time of a read. */
export type SeenSecret = {readonly uid: string; readonly resourceVersion?: string};

/** The metadata of a Secret. */
export type SecretFacts = SecretVersion & {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
};

/** What a Secret has, without what it says. */
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
  /** The server refuses to change it; it may be deleted. */
  readonly immutable?: true;
};
