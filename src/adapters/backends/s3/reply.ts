/** What came back for a request that did not succeed, whatever library told of it. */
export type Reply = {
  /** Of HTTP; absent: no answer came. */
  readonly status?: number;
  /** The code of S3, or of the system. */
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The element of the answer that names a region. */
  readonly region?: string;
  /** The clock was wrong, and the SDK has corrected itself: the next request is signed with the server's time. */
  readonly clockCorrected: boolean;
};

export function replyOf(error: unknown): Reply {
  const {name, message, code, Region, $metadata, $response} = fields(error);
  const {httpStatusCode, clockSkewCorrected} = fields($metadata);
  const status = typeof httpStatusCode === 'number' ? httpStatusCode : undefined;
  const own = text(name) ?? 'Error';
  return {
    ...(status === undefined ? {} : {status}),
    code: status === undefined ? (text(code) ?? own) : own,
    message: text(message) ?? '',
    headers: headersOf(fields($response)['headers']),
    ...(typeof Region === 'string' ? {region: Region} : {}),
    clockCorrected: clockSkewCorrected === true,
  };
}

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const headersOf = (headers: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields(headers)).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value]] : [],
    ),
  );

const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|EPROTO)/;

/** The connection was refused by one of its ends because of TLS. */
export const isTls = ({status, code}: Reply): boolean => status === undefined && CERTIFICATE.test(code);

/** The name of the host leads nowhere. */
export const isUnknownHost = ({status, code}: Reply): boolean =>
  status === undefined && (code === 'ENOTFOUND' || code === 'EAI_AGAIN');

/** A machine is there, and nothing listens at that port. */
export const isNobodyThere = ({status, code}: Reply): boolean => status === undefined && code === 'ECONNREFUSED';

/** S3's word that the condition of a write does not hold. Of a condition on what is gone it says that there is none. */
export const isConflict = ({status, code}: Reply): boolean => status === 412 || (status === 404 && isMissingKey(code));

/** A HEAD has no body, so its code is only the status' name. */
export const isMissingKey = (code: string): boolean => code === 'NoSuchKey' || code === 'NotFound';
