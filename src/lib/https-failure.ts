/** The reason why there was no complete response. */
export type HttpsFailureKind = 'address' | 'dns' | 'refused' | 'proxy' | 'tls' | 'timeout' | 'cut' | 'too-large';

/** The failure of a request. The message names only the server, because a path or a header may be secret. */
export class HttpsFailure extends Error {
  readonly kind: HttpsFailureKind;
  /** The code of Node.js, if there is one: `CERT_HAS_EXPIRED`. */
  readonly code: string | undefined;

  constructor(kind: HttpsFailureKind, url: URL | undefined, detail: string, code?: string) {
    super(url === undefined ? detail : `${url.host}: ${detail}`);
    this.name = 'HttpsFailure';
    this.kind = kind;
    this.code = code;
  }
}

/** Converts an error of node:https, without texts that may quote the request. */
export function httpsFailure(error: unknown, url: URL): HttpsFailure {
  if (error instanceof HttpsFailure) return error;
  const code = codeOf(error);
  const {kind, detail} = kindOf(code);
  return new HttpsFailure(kind, url, detail, code);
}

function kindOf(code: string): {readonly kind: HttpsFailureKind; readonly detail: string} {
  const tls = TLS[code];
  if (tls !== undefined) return {kind: 'tls', detail: tls};
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'].includes(code))
    return {kind: 'dns', detail: `the name of the server cannot be resolved (${code})`};
  if (code === LEADS_TO_METADATA) return {kind: 'address', detail: METADATA_WORDS};
  if (code === 'ECONNREFUSED') return {kind: 'refused', detail: 'connection refused (ECONNREFUSED)'};
  if (['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'].includes(code))
    return {kind: 'refused', detail: `the server is unreachable (${code})`};
  if (code === 'ETIMEDOUT') return {kind: 'timeout', detail: 'the connection timed out (ETIMEDOUT)'};
  if (code.startsWith('ERR_PROXY')) return {kind: 'proxy', detail: `the proxy refused the connection (${code})`};
  if (/^(?:ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|CRL_|UNABLE_TO_)/.test(code))
    return {kind: 'tls', detail: `the TLS connection failed (${code})`};
  if (/^(?:ERR_INVALID|ERR_HTTP|ERR_UNESCAPED)/.test(code))
    return {kind: 'address', detail: `the request cannot be sent (${code})`};
  return {kind: 'cut', detail: `the connection was interrupted (${code})`};
}

/** The `code` of the error for a name that resolves to a metadata address. */
export const LEADS_TO_METADATA = 'ERR_METADATA_ADDRESS';

/** The text for a name that resolves to the metadata address of a cloud. */
export const METADATA_WORDS =
  'its name resolves to the metadata address from which a cloud gives credentials to its machines';

const UNKNOWN_ISSUER = 'its certificate is from an authority that this machine does not trust';

const TLS: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  CERT_SIGNATURE_FAILURE: UNKNOWN_ISSUER,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for other names',
  EPROTO: 'it does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';
}
