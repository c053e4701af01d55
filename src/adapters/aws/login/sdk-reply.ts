import {defined} from '../../../lib/defined.ts';
import {hostOfError} from './host-of-error.ts';

/** The outcome of a failed request of the AWS SDK: an error of the service or of the connection. */
export type SdkReply = {
  /** The HTTP status. Absent if there was no response. */
  readonly status?: number | undefined;
  /** The error code of S3 or of the system. */
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The region in the response. */
  readonly region?: string;
  /** The server that was not reached. */
  readonly host?: string | undefined;
  /** True if the clock was wrong and the SDK has corrected it. The next request is signed with the time of the server. */
  readonly clockCorrected: boolean;
};

/** Parses an error of the SDK, of its HTTP handler, or of Node. */
export function replyOf(error: unknown): SdkReply {
  const {name, message, code, Region, $metadata, $response} = fields(error);
  const {httpStatusCode, clockSkewCorrected} = fields($metadata);
  const host = hostOfError(error);
  const status = typeof httpStatusCode === 'number' ? httpStatusCode : undefined;
  const own = text(name) ?? 'Error';
  return {
    status,
    code: status === undefined ? (text(code) ?? own) : own,
    message: text(message) ?? '',
    headers: headersOf(fields($response)['headers']),
    ...defined({region: typeof Region === 'string' ? Region : undefined}),
    host,
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

/** Reports whether the connection failed because of TLS. */
export const isTls = ({status, code}: SdkReply): boolean => status === undefined && CERTIFICATE.test(code);

/** Reports whether the host name could not be resolved. */
export const isUnknownHost = ({status, code}: SdkReply): boolean =>
  status === undefined && (code === 'ENOTFOUND' || code === 'EAI_AGAIN');

/** Reports whether the host exists but nothing listens on the port. */
export const isNobodyThere = ({status, code}: SdkReply): boolean => status === undefined && code === 'ECONNREFUSED';

const NETWORK: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name is unknown (DNS)',
  EAI_AGAIN: 'its host name could not be resolved (DNS)',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was interrupted',
  EPIPE: 'the connection was interrupted',
  EHOSTUNREACH: 'its host is unreachable',
  ENETUNREACH: 'its host is unreachable',
  ETIMEDOUT: 'no response arrived in time',
  AbortError: 'no response arrived in time',
  TimeoutError: 'no response arrived in time',
};

/** Returns the reason why there was no response, as text. */
export const wayInWords = ({code}: SdkReply): string => `${NETWORK[code] ?? 'no response arrived'} (${code})`;
