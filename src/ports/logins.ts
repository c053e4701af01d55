import type {OidcIdentity} from '../core/workspace/oidc-identity.ts';
import type {ClusterAccess} from './cluster-access.ts';

/** A login that is stored on this machine, without its tokens. */
export type KeptLogin = {
  readonly issuer: string;
  readonly clientId: string;
  /** The identifier of the user at the provider: `sub`. */
  readonly subject: string;
  /** The name or email address of the user. */
  readonly name?: string;
  /** The time of the login. */
  readonly since: string;
  /** The expiry time of its token. Absent if the provider does not report it. */
  readonly until?: string | undefined;
  /** True if a new token can be obtained without the user. */
  readonly renewable: boolean;
};

/** An action that the user must take outside of Gantry. */
export type LoginPrompt =
  /** `opened`: true if a browser was opened at the address. */
  | {readonly kind: 'browser'; readonly address: string; readonly opened: boolean}
  | {readonly kind: 'device'; readonly address: string; readonly code: string; readonly seconds: number};

/** A request for a login at an OpenID Connect provider. */
export type LogIn = {
  readonly identity: OidcIdentity;
  /** The login flow. Absent: the browser of this machine if there is one, else a device code to enter elsewhere. */
  readonly way?: 'browser' | 'device' | undefined;
  /** False: the address is only printed. */
  readonly openBrowser: boolean;
  readonly onPrompt: (prompt: LoginPrompt) => void;
};

/** A login that was deleted on this machine, and revoked if the provider supports it. */
export type LoggedOut = {
  readonly issuer: string;
  readonly clientId: string;
  readonly subject: string;
  /** True if the provider no longer accepts its tokens. */
  readonly revoked: boolean;
  /** The reason why the tokens were not revoked. */
  readonly because?: string;
  /** The address to end the browser session at the provider. */
  readonly endSession?: string;
};

/** The source of the token for an identity in this environment. */
export type TokenOrigin =
  | {readonly kind: 'login'; readonly login?: KeptLogin}
  | {readonly kind: 'file'; readonly path: string}
  | {readonly kind: 'environment'; readonly variable: string}
  | {readonly kind: 'github'; readonly audience: string};

/** The identities of users: logins that are stored on this machine, and tokens that pipelines receive. */
export type Logins = {
  /**
   * Logs the user in.
   * @throws GantryError 'identity/refused', 'identity/unreachable'; the reason of the signal if it aborts
   */
  readonly logIn: (request: LogIn) => Promise<KeptLogin>;
  /** Logs the user out. Returns undefined if there was no login. */
  readonly logOut: (identity: OidcIdentity) => Promise<LoggedOut | undefined>;
  readonly logOutOfAll: () => Promise<readonly LoggedOut[]>;
  /** Returns the source of the token. Contacts no server. */
  readonly look: (identity: OidcIdentity) => Promise<TokenOrigin>;
  /**
   * Returns the credential for the cluster, renewed if it expires soon. `workspace`: the name for messages.
   * @throws GantryError 'credential/none', 'credential/login-ended', 'identity/unreachable', 'identity/not-kept'
   */
  readonly credential: (identity: OidcIdentity, workspace: string) => ClusterAccess['credential'];
};
