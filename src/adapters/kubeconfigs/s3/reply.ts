import {hostOfError} from '../../../lib/host-of-error.ts';

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
  /** The server that was not reached. */
  readonly host?: string;
};

export function replyOf(error: unknown): Reply {
  const {name, message, code, Region, $metadata, $response} = fields(error);
  const {httpStatusCode} = fields($metadata);
  const host = hostOfError(error);
  const status = typeof httpStatusCode === 'number' ? httpStatusCode : undefined;
  const own = text(name) ?? 'Error';
  return {
    ...(status === undefined ? {} : {status}),
    code: status === undefined ? (text(code) ?? own) : own,
    message: text(message) ?? '',
    headers: headersOf(fields($response)['headers']),
    ...(typeof Region === 'string' ? {region: Region} : {}),
    ...(host === undefined ? {} : {host}),
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
