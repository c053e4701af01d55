import type {Secret} from '../secret/secret.ts';

/** The source of a token without a user at the terminal. */
export type TokenSource =
  /** A file, which is read in each run and again if the cluster refuses the token. */
  | {readonly kind: 'file'; readonly path: string}
  | {readonly kind: 'environment'; readonly variable: string}
  /** The token of a GitHub Actions job with `id-token: write`. */
  | {readonly kind: 'github'; readonly audience: string};

/** The user's own identity: the issuer that the cluster trusts, and the client that Gantry uses. */
export type OidcIdentity = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: Secret;
  /** The scopes besides `openid`. */
  readonly scopes: readonly string[];
  /** The port of the redirect address `http://127.0.0.1:PORT/callback`. 0: any port. */
  readonly redirectPort: number;
  /** The absolute path of PEM certificates to trust besides those of the system. */
  readonly caFile?: string | undefined;
  /** The token that is sent to the cluster. */
  readonly token: 'id' | 'access';
  readonly from?: TokenSource;
};
