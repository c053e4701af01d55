import type {Secret} from '../core/secret/secret.ts';

/** The headers and TLS certificate that authenticate the user. Values are secrets: only adapters reveal them. */
export type Credential = {
  readonly headers: readonly {readonly name: string; readonly value: Secret}[];
  readonly certificate?: {
    readonly cert: Secret;
    readonly key: Secret;
    readonly notAfter?: string;
    readonly notBefore?: string;
  };
  /** The expiry time of its token, if known. */
  readonly until?: string;
  /** The time from which it is resolved again before use. */
  readonly renewFrom?: string;
};

/**
 * The part of a credential that expires, and its expiry time. Reported before anything is sent, so that the user learns it before
 * the cluster refuses the credential.
 */
export type CredentialExpiry = {readonly what: 'client certificate' | 'token'; readonly at: string};

/** The access to one cluster as one user: a resolved kubeconfig context. */
export type ClusterAccess = {
  /** `https://host:port[/path]`, without a trailing slash. */
  readonly server: string;
  readonly contextName: string;
  /** The names of cluster and user in the context, for display. */
  readonly clusterName?: string | undefined;
  readonly userName?: string;
  /** The namespace of the kubeconfig context, if it has one. */
  readonly namespace?: string;
  readonly tls: {
    readonly ca?: string | undefined;
    readonly serverName?: string | undefined;
    readonly insecure: boolean;
    /** The SHA-256 digests of the accepted public keys of the server. Nothing is sent to a server with another key. Absent: any key. */
    readonly publicKeys?: readonly string[];
  };
  /**
   * The SHA-256 digests of the public keys of the CA. Absent if the server is verified by the trust store of the machine or a
   * public authority.
   */
  readonly authorities?: readonly string[] | undefined;
  /**
   * Returns the SHA-256 digest of the public key of the server. Sends only a TLS handshake without a credential. Returns
   * undefined without TLS.
   */
  readonly serverKey?: () => Promise<string | undefined>;
  /** True if the kubeconfig is the user's own: no other person wrote its address and CA. */
  readonly isOwn?: true;
  readonly proxyUrl?: string | undefined;
  /** True if another person chose the server. Its name must not resolve to a metadata address. */
  readonly besideMetadata?: true;
  /** True if address and CA belong to this run, as for a sandbox. Facts about the server are then not stored for the next run. */
  readonly isTemporary?: true;
  /** True if the server must not compress its responses. */
  readonly disableCompression?: true;
  /** The user's own identity for this access, to explain a refusal. */
  readonly identity?: {readonly workspace: string; readonly issuer: string; readonly clientId: string};
  /** The expiry of a credential in the kubeconfig or its files. Absent if none expires, or if a program provides it. */
  readonly expires?: CredentialExpiry | undefined;
  /** Resolves the credential. `again` requests a fresh one after the server responded with 401 (exec plugins, token files). */
  readonly credential: (options?: {readonly again: boolean}) => Promise<Credential>;
};
