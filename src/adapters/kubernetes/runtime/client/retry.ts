import {backoff} from '../../../../lib/backoff.ts';
import type {TransportPhase} from './connection/transport-error.ts';
import type {Refusal} from './status.ts';

/** The end of an attempt that was not successful. */
export type Setback =
  | {readonly kind: 'refused'; readonly refusal: Refusal}
  | {readonly kind: 'broken'; readonly phase: TransportPhase; readonly code: string; readonly message: string};

/** The facts that decide about another attempt. */
export type Attempted = {
  readonly setback: Setback;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** The number of attempts that ended in an internal error: each cause has its own limit. */
  readonly internalErrors: number;
  /** True if sending it twice has the same effect as once. */
  readonly repeatable: boolean;
  /** True if this server has ever answered: an address that never did is more likely wrong than busy. */
  readonly contacted: boolean;
  readonly policy: RetryPolicy;
};

/** The number of attempts of a request; `attempts` includes the first one. */
export type RetryPolicy = {
  readonly attempts: number;
  /** True if a webhook of the same plan is still starting: its 500s are retried as long as a busy server. */
  readonly awaitWebhooks: boolean;
};

/** The default: eight attempts. */
export const DEFAULT_POLICY: RetryPolicy = {attempts: 8, awaitWebhooks: false};

const FIRST_CONTACT_ATTEMPTS = 3;
/** The most attempts after internal errors, which waiting rarely resolves. */
const INTERNAL_ERROR_ATTEMPTS = 4;
const BASE_DELAY_MS = 200;
const MAX_DELAY_MS = 10_000;
const MAX_RETRY_AFTER_MS = 60_000;

/** Decides whether to try again, why, and after how long. `random` in [0, 1) spreads clients that failed together. */
export function retryOf(
  attempted: Attempted,
  random: number,
): {readonly delayMs: number; readonly reason: string} | undefined {
  const {setback, attempt, repeatable} = attempted;
  if (!repeatable && mayHaveBeenExecuted(setback)) return undefined;
  const allowed =
    setback.kind === 'refused' ? refusedAttempts(setback.refusal, attempted) : brokenAttempts(setback, attempted);
  if (attempt >= allowed.attempts) return undefined;
  const asked = setback.kind === 'refused' ? (setback.refusal.retryAfterSeconds ?? 0) * 1000 : 0;
  const askedMs = Math.min(asked, MAX_RETRY_AFTER_MS);
  const delayMs = backoff({attempt, firstMs: BASE_DELAY_MS, longestMs: MAX_DELAY_MS, askedMs}, random);
  return {delayMs: Math.round(delayMs), reason: allowed.reason};
}

/** Reports whether the request may have been executed. 502 and 504 come from a proxy that gave up waiting, a Timeout from a server that did. */
export function mayHaveBeenExecuted(setback: Setback): boolean {
  if (setback.kind === 'broken') return setback.phase !== 'connect' && setback.phase !== 'unsent';
  return [500, 502, 504].includes(setback.refusal.status);
}

type Allowed = {readonly attempts: number; readonly reason: string};
const NEVER: Allowed = {attempts: 0, reason: ''};

function refusedAttempts(refusal: Refusal, {policy, internalErrors}: Attempted): Allowed {
  const reason = `HTTP ${refusal.status} ${refusal.reason}`.trim();
  if (refusal.kind === 'unavailable') return {attempts: policy.attempts, reason};
  // The quota's own object changed while ours was counted (kubernetes#67761): our object is not stale.
  if (refusal.kind === 'stale' && refusal.subject?.kind === 'resourcequotas')
    return {attempts: policy.attempts, reason};
  if (refusal.status !== 500 || refusal.kind === 'wrong-input') return NEVER;
  if (transientText.test(refusal.message)) return {attempts: policy.attempts, reason};
  if (policy.awaitWebhooks && webhookText.test(refusal.message)) return {attempts: policy.attempts, reason};
  return isInternal(refusal) && internalErrors < INTERNAL_ERROR_ATTEMPTS ? {attempts: policy.attempts, reason} : NEVER;
}

const isInternal = ({status, reason}: Refusal): boolean =>
  status === 500 && ['InternalError', 'Timeout', 'ServerTimeout'].includes(reason);

/** Reports whether an attempt counts for `Attempted.internalErrors`. */
export const isInternalError = (setback: Setback): boolean => setback.kind === 'refused' && isInternal(setback.refusal);

const transientText =
  /etcdserver: (leader changed|request timed out|no leader)|rpc error: code = Unavailable|client connection lost/;
const webhookText = /failed calling webhook|conversion webhook for .{0,1000} failed/;

function brokenAttempts(setback: Setback & {kind: 'broken'}, {contacted, policy}: Attempted): Allowed {
  const reason = setback.code === '' ? setback.message : setback.code;
  if (isTlsCode(setback.code)) return NEVER;
  // The next answer would be as large.
  if (setback.phase === 'too-large') return NEVER;
  if (!contacted)
    return {attempts: setback.code === 'ETIMEDOUT' ? 1 : Math.min(FIRST_CONTACT_ATTEMPTS, policy.attempts), reason};
  // A request that timed out is sent once more, not seven times half a minute each.
  if (setback.phase === 'timeout') return {attempts: Math.min(2, policy.attempts), reason};
  return {attempts: policy.attempts, reason};
}

/** Reports whether a code is a TLS error, which a retry does not resolve. */
export const isTlsCode = (code: string): boolean =>
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)/.test(
    code,
  );
