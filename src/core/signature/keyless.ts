/** The identity in the certificate of a signature by Sigstore, and the issuer that vouched for it. Both are compared exactly. */
export type Identity = {
  /** A workflow (`https://github.com/o/r/.github/workflows/x.yml@refs/heads/main`), a service account or an e-mail address. */
  readonly identity: string;
  /** `https://token.actions.githubusercontent.com` */
  readonly issuer: string;
};

/** Verifies a bundle over a text against trusted roots, without the network. Returns the identity that signed, or why the bundle does not count. */
export type VerifyBundle = (bundle: string, text: string) => Identity | {readonly problem: string};

/** Signs a text with a certificate for the identity of the pipeline. Returns the bundle, or why there is none. */
export type SignKeyless = (
  text: string,
) => Promise<{readonly bundle: string; readonly signer: Identity} | {readonly problem: string}>;

/** Reports whether an identity is in a list. */
export const isListed = (list: readonly Identity[], {identity, issuer}: Identity): boolean =>
  list.some((one) => one.identity === identity && one.issuer === issuer);

/** Returns an identity with its issuer in one line. */
export const identityText = ({identity, issuer}: Identity): string => `${identity} of ${issuer}`;
