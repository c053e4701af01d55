import type {OidcIdentity} from '../core/workspace/oidc-identity.ts';
import type {ClusterAccess} from './cluster-access.ts';

/** A login that is kept on this machine, as far as it may be shown. */
export type KeptLogin = {
  readonly issuer: string;
  readonly clientId: string;
  /** The provider's own name for the user: `sub`. */
  readonly subject: string;
  /** The name or address that people know. */
  readonly name?: string;
  /** When the person logged in. */
  readonly since: string;
  /** When its token ends; absent where the provider does not say. */
  readonly until?: string | undefined;
  /** A new token can be had without the person. */
  readonly renewable: boolean;
};

/** What a person has to do elsewhere. */
export type LoginPrompt =
  /** `opened`: a browser was told to go there. */
  | {readonly kind: 'browser'; readonly address: string; readonly opened: boolean}
  | {readonly kind: 'device'; readonly address: string; readonly code: string; readonly seconds: number};

/** A request for a login at an OpenID Connect provider. */
export type LogIn = {
  readonly identity: OidcIdentity;
  /** Absent: by a browser of this machine where there is one, else by a code that is typed elsewhere. */
  readonly way?: 'browser' | 'device' | undefined;
  /** False: the address is only shown. */
  readonly openBrowser: boolean;
  readonly onPrompt: (prompt: LoginPrompt) => void;
};

/** A login that was deleted here, and revoked if the provider allows it. */
export type LoggedOut = {
  readonly issuer: string;
  readonly clientId: string;
  readonly subject: string;
  /** The provider takes its tokens no longer. */
  readonly revoked: boolean;
  /** Why not. */
  readonly because?: string;
  /** Where the browser's own session at the provider is ended. */
  readonly endSession?: string;
};

/** Where the token for an identity comes from here and now. */
export type TokenOrigin =
  | {readonly kind: 'login'; readonly login?: KeptLogin}
  | {readonly kind: 'file'; readonly path: string}
  | {readonly kind: 'environment'; readonly variable: string}
  | {readonly kind: 'github'; readonly audience: string};

/** The users' own identities: logins that are kept on this machine, and tokens that pipelines are given. */
export type Logins = {
  /** @throws GantryError 'identity/refused', 'identity/unreachable'; the signal's reason when it is aborted */
  readonly logIn: (request: LogIn) => Promise<KeptLogin>;
  /** Undefined: there was no login. */
  readonly logOut: (identity: OidcIdentity) => Promise<LoggedOut | undefined>;
  readonly logOutOfAll: () => Promise<readonly LoggedOut[]>;
  /** Contacts nobody. */
  readonly look: (identity: OidcIdentity) => Promise<TokenOrigin>;
  /**
   * What the cluster is shown, renewed when it ends soon. `workspace`: to say what to type.
   * @throws GantryError 'credential/none', 'credential/login-ended', 'identity/unreachable', 'identity/not-kept'
   */
  readonly credential: (identity: OidcIdentity, workspace: string) => ClusterAccess['credential'];
};
