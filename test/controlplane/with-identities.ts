import {type ExtraCluster, startWithFlags} from './with-flags.ts';

/** Whose tokens the API server trusts. */
export type TrustedIssuer = {
  readonly issuer: string;
  readonly clientId: string;
  /** The certificate authority of the issuer, as a file. */
  readonly caFile: string;
};

/** Starts an API server that takes users from an issuer of OpenID Connect: `oidc:EMAIL` in the groups `oidc:GROUP`. */
export const startWithIdentities = ({issuer, clientId, caFile}: TrustedIssuer): Promise<ExtraCluster | undefined> =>
  startWithFlags([
    `--oidc-issuer-url=${issuer}`,
    `--oidc-client-id=${clientId}`,
    `--oidc-ca-file=${caFile}`,
    '--oidc-username-claim=email',
    '--oidc-username-prefix=oidc:',
    '--oidc-groups-claim=groups',
    '--oidc-groups-prefix=oidc:',
  ]);
