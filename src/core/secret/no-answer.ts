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

/** What a store says of a server that gave no whole answer. `trust`: where its authority can be named. */
export function noAnswer(error: unknown, trust?: string): NoAnswer {
  // Texts of other errors may quote what was sent.
  if (!(error instanceof HttpsFailure))
    return {because: `it could not be asked (${nameOf(error)})`, fault: 'unreachable'};
  const because = `there is no answer from ${error.message}`;
  if (error.kind === 'address' || error.kind === 'too-large') return {because};
  const fault = 'unreachable';
  if (['timeout', 'cut', 'refused', 'dns'].includes(error.kind)) return {because, fault, transient: true};
  if (error.kind === 'proxy') return {because, fault, hint: 'Look at HTTPS_PROXY and NO_PROXY.'};
  return error.kind === 'tls' && trust !== undefined ? {because, fault, hint: trust} : {because, fault};
}

/** Whatever stands between may answer instead: what is no JSON is told by its type alone. */
export const notItself = (
  service: string,
  {status, headers}: {readonly status: number; readonly headers: Readonly<Record<string, string>>},
): NoAnswer => ({
  fault: 'unreachable',
  because: `what answered is not ${service} (HTTP ${status}, ${headers['content-type'] ?? 'without a type'})`,
  hint: 'A proxy or a page to log in may stand between: look at the address, HTTPS_PROXY and NO_PROXY.',
});

/** The object that an answer is in JSON; undefined: it is none. */
export function objectIn(body: Uint8Array): JsonObject | undefined {
  try {
    const value = JSON.parse(Buffer.from(body).toString('utf8')) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
