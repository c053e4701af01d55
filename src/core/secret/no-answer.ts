import {HttpsFailure} from '../../lib/https-failure.ts';
import {isObject, type Json, type JsonObject} from '../json.ts';
import type {SecretFault} from './secret-fault.ts';

/** The reason why a secret store gave no value. `transient`: another try may succeed. */
export type NoAnswer = {
  readonly because: string;
  readonly hint?: string | undefined;
  readonly transient?: true;
  readonly fault?: SecretFault;
};

/** Returns the reason for a server without a complete response. @param trust the setting that names its certificate authority */
export function noAnswer(error: unknown, trust?: string): NoAnswer {
  // Texts of other errors may quote the request.
  if (!(error instanceof HttpsFailure))
    return {because: `the request could not be sent (${nameOf(error)})`, fault: 'unreachable'};
  const because = `there is no response from ${error.message}`;
  if (error.kind === 'address' || error.kind === 'too-large') return {because};
  const fault = 'unreachable';
  if (['timeout', 'cut', 'refused', 'dns'].includes(error.kind)) return {because, fault, transient: true};
  if (error.kind === 'proxy') return {because, fault, hint: 'Check HTTPS_PROXY and NO_PROXY.'};
  return error.kind === 'tls' && trust !== undefined ? {because, fault, hint: trust} : {because, fault};
}

/** Waits for the response of a request. A failure is a reason, unless the run was stopped. `trust`: see {@link noAnswer}. */
export async function responseOr<Response>(
  send: () => Promise<Response>,
  signal: AbortSignal | undefined,
  trust?: string,
): Promise<Response | NoAnswer> {
  try {
    return await send();
  } catch (error) {
    signal?.throwIfAborted();
    return noAnswer(error, trust);
  }
}

/** Returns the reason for a response that is not JSON, probably from a proxy. It contains only the type of the response. */
export const notItself = (
  service: string,
  {status, headers}: {readonly status: number; readonly headers: Readonly<Record<string, string>>},
): NoAnswer => ({
  fault: 'unreachable',
  because: `the response is not from ${service} (HTTP ${status}, ${headers['content-type'] ?? 'without a content type'})`,
  hint: 'Check the address, HTTPS_PROXY and NO_PROXY: a proxy or a login page may have responded.',
});

/** Parses a response as a JSON object; undefined if it is not one. */
export function objectIn(body: Uint8Array): JsonObject | undefined {
  try {
    const value = JSON.parse(Buffer.from(body).toString('utf8')) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
