import type {Secret} from '../core/secret/secret.ts';

/** TLS and headers that prove who we are. Values are secrets: only adapters reveal them. */
export type Credential = {
  readonly headers: readonly {readonly name: string; readonly value: Secret}[];
  readonly certificate?: {
    readonly cert: Secret;
    readonly key: Secret;
    readonly notAfter?: string;
    readonly notBefore?: string;
  };
  /** When its token ends, where that is known. */
  readonly until?: string;
  /** From then on it is asked for again before it is used. */
  readonly renewFrom?: string;
};

/** What of a credential ends, and when; told before anything is sent, so that nobody learns it from a refusal. */
export type CredentialExpiry = {readonly what: 'client certificate' | 'token'; readonly at: string};

/** How to reach one cluster as one user: what a kubeconfig context says, resolved. */
export type ClusterAccess = {
  /** `https://host:port[/path]`, without a trailing slash. */
  readonly server: string;
  readonly contextName: string;
  /** The names that the context gives its cluster and user, to show. */
  readonly clusterName?: string | undefined;
  readonly userName?: string;
  /** The namespace that the kubeconfig's context names, if any. */
  readonly namespace?: string;
  readonly tls: {
    readonly ca?: string | undefined;
    readonly serverName?: string | undefined;
    readonly insecure: boolean;
    /** SHA-256 of the public keys of which the server has to have one; else nothing is sent. Absent: any. */
    readonly publicKeys?: readonly string[];
  };
  /** SHA-256 of the public keys of the CA; absent where the machine's or a public authority vouches for the server. */
  readonly authorities?: readonly string[] | undefined;
  /** The SHA-256 of the public key that the server shows; nothing but a TLS handshake without a credential. Absent: without TLS. */
  readonly serverKey?: () => Promise<string | undefined>;
  /** The kubeconfig is the user's own: nobody else wrote address and CA into it. */
  readonly isOwn?: true;
  readonly proxyUrl?: string | undefined;
  /** Others named the server: its name may not lead to a metadata address. */
  readonly besideMetadata?: true;
  /** Address and CA are of this run, as those of a sandbox: what is learned of the server is not kept for the next one. */
  readonly isTemporary?: true;
  /** The server is not to compress its answers. */
  readonly disableCompression?: true;
  /** The user's own identity by which it is reached, to explain a refusal. */
  readonly identity?: {readonly workspace: string; readonly issuer: string; readonly clientId: string};
  /** Of a credential that stands in the kubeconfig or its files; absent where none ends, or a program gives it. */
  readonly expires?: CredentialExpiry | undefined;
  /** Resolves the credential; `again` asks for a fresh one after the server said 401 (exec plugins, token files). */
  readonly credential: (options?: {readonly again: boolean}) => Promise<Credential>;
};
