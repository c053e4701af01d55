import type {Secret} from '../secret/secret.ts';

/** Where a token for the user comes from when nobody sits at the terminal. */
export type TokenSource =
  /** Read again for each run, and again when the cluster refuses it. */
  | {readonly kind: 'file'; readonly path: string}
  | {readonly kind: 'environment'; readonly variable: string}
  /** GitHub Actions gives one to jobs with `id-token: write`. */
  | {readonly kind: 'github'; readonly audience: string};

/** The users' own identity: whose tokens the cluster trusts, and as which client Gantry asks for them. */
export type OidcIdentity = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: Secret;
  /** Besides `openid`. */
  readonly scopes: readonly string[];
  /** Of a fixed redirect address `http://127.0.0.1:PORT/callback`; 0: any port. */
  readonly redirectPort: number;
  /** PEM certificates to trust besides the system's; absolute. */
  readonly caFile?: string | undefined;
  /** Which of them the cluster is shown. */
  readonly token: 'id' | 'access';
  readonly from?: TokenSource;
};
