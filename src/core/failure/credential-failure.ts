/** The reasons why a credential or an identity is not available or not accepted. */
export type CredentialFailure =
  | {
      readonly code: 'credential/refused';
      readonly server: string;
      readonly detail: string;
      /** True if no credential was obtained, so no request was sent. */
      readonly notSent?: true;
    }
  /** An expired credential. `issuer` is that of a token for the user's own identity that Gantry cannot renew. */
  | {
      readonly code: 'credential/expired';
      readonly server: string;
      readonly what: string;
      readonly since: string;
      readonly issuer?: string;
    }
  /** The workspace needs the user's own identity, and there is no login. `because` names the other sources that were checked. */
  | {
      readonly code: 'credential/none';
      readonly workspace: string;
      readonly issuer: string;
      readonly because?: string | undefined;
    }
  /** There was a login, but its token cannot be renewed. `since` is the expiry of the last token. */
  | {
      readonly code: 'credential/login-ended';
      readonly workspace: string;
      readonly issuer: string;
      readonly detail: string;
      readonly since?: string;
    }
  /** The token is valid, but the cluster refuses it, because it trusts another issuer or another client. */
  | {
      readonly code: 'credential/untrusted';
      readonly server: string;
      readonly issuer: string;
      readonly clientId: string;
      readonly until?: string;
      /** The issuer in the token, if it is not the expected one. */
      readonly from?: string;
      readonly detail?: string;
    }
  /** The token is for another client than the one that the workspace names. */
  | {
      readonly code: 'credential/wrong-audience';
      readonly server: string;
      readonly audience: readonly string[];
      readonly clientId: string;
    }
  /** The identity provider refused the request, or its response is not trusted. */
  | {
      readonly code: 'identity/refused';
      readonly issuer: string;
      readonly detail: string;
      readonly hint?: string | undefined;
    }
  | {
      readonly code: 'identity/unreachable';
      readonly issuer: string;
      readonly detail: string;
      readonly hint?: string | undefined;
    }
  /** The file of a login, or its directory, cannot be read or written. */
  | {readonly code: 'identity/not-kept'; readonly directory: string; readonly detail: string}
  /** A kubeconfig that logs in with Gantry has another cluster than the workspace. `differs`: the server, its CA, TLS. */
  | {
      readonly code: 'credential/not-for';
      readonly workspace: string;
      readonly server: string;
      readonly asked: string;
      readonly differs: string;
    };
