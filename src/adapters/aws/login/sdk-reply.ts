import {defined} from '../../../lib/defined.ts';
import {hostOfError} from './host-of-error.ts';

/** What came back for a request of the AWS SDK that did not succeed: of the service, or of the way to it. */
export type SdkReply = {
  /** Of HTTP; absent: no answer came. */
  readonly status?: number | undefined;
  /** The code of S3, or of the system. */
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The element of the answer that names a region. */
  readonly region?: string;
  /** The server that was not reached. */
  readonly host?: string | undefined;
  /** The clock was wrong, and the SDK has corrected itself: the next request is signed with the server's time. */
  readonly clockCorrected: boolean;
};

/** Takes what the SDK threw apart: its errors, those of its HTTP handler, and those of Node. */
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

/** The connection was refused by one of its ends because of TLS. */
export const isTls = ({status, code}: SdkReply): boolean => status === undefined && CERTIFICATE.test(code);

/** The name of the host leads nowhere. */
export const isUnknownHost = ({status, code}: SdkReply): boolean =>
  status === undefined && (code === 'ENOTFOUND' || code === 'EAI_AGAIN');

/** A machine is there, and nothing listens at that port. */
export const isNobodyThere = ({status, code}: SdkReply): boolean => status === undefined && code === 'ECONNREFUSED';

const NETWORK: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name is not known (DNS)',
  EAI_AGAIN: 'its host name could not be looked up (DNS)',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no way to its host',
  ETIMEDOUT: 'no answer came in time',
  AbortError: 'no answer came in time',
  TimeoutError: 'no answer came in time',
};

/** Why there was no answer, in words. */
export const wayInWords = ({code}: SdkReply): string => `${NETWORK[code] ?? 'no answer came'} (${code})`;
