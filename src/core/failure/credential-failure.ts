/** The reasons why a credential or an identity is not available or not accepted. */
export type CredentialFailure =
  | {
      readonly code: 'credential/refused';
      readonly server: string;
      readonly detail: string;
      /** No credential was obtained, so the server was not asked. */
      readonly notSent?: true;
    }
  /** `issuer`: of a token that stands for the user's own identity, and that Gantry cannot renew. */
  | {
      readonly code: 'credential/expired';
      readonly server: string;
      readonly what: string;
      readonly since: string;
      readonly issuer?: string;
    }
  /** The workspace wants the user's own identity, and there is none here. `because`: what was looked for besides a login. */
  | {
      readonly code: 'credential/none';
      readonly workspace: string;
      readonly issuer: string;
      readonly because?: string | undefined;
    }
  /** There was a login, and its token cannot be had again. `since`: when the last one ended. */
  | {
      readonly code: 'credential/login-ended';
      readonly workspace: string;
      readonly issuer: string;
      readonly detail: string;
      readonly since?: string;
    }
  /** The token has not ended, and the cluster does not take it: it trusts another issuer, or another client. */
  | {
      readonly code: 'credential/untrusted';
      readonly server: string;
      readonly issuer: string;
      readonly clientId: string;
      readonly until?: string;
      /** Whose token it is instead, as it says itself. */
      readonly from?: string;
      readonly detail?: string;
    }
  /** The token was made for others than the client that the workspace names. */
  | {
      readonly code: 'credential/wrong-audience';
      readonly server: string;
      readonly audience: readonly string[];
      readonly clientId: string;
    }
  /** The provider of identities said no, or something that must not be believed. */
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
  /** A kubeconfig that logs in by Gantry leads to something else than the workspace does. `differs`: the server, its CA, TLS. */
  | {
      readonly code: 'credential/not-for';
      readonly workspace: string;
      readonly server: string;
      readonly asked: string;
      readonly differs: string;
    };
