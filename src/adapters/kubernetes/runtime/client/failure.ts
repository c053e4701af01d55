import {type Failure, GantryError} from '../../../../core/failure/failure.ts';
import {tokenExpiry} from '../../../../core/workspace/token-expiry.ts';
import {defined} from '../../../../lib/defined.ts';
import type {ClusterAccess, Credential} from '../../../../ports/cluster-access.ts';
import type {TransportError} from './connection/transport-error.ts';
import {isTlsCode} from './retry.ts';
import type {Refusal} from './status.ts';
import {tokenRefusal} from './token-refusal.ts';

/** A request without an answer: its credential, and whether the server may have executed it. */
type Attempt = {readonly credential: Credential; readonly now: Date; readonly maybeExecuted: boolean};

/** Converts a broken connection to a failure. */
export function connectionFailure(
  error: TransportError,
  {server}: ClusterAccess,
  {credential, now, maybeExecuted}: Attempt,
): Failure {
  if (error.phase === 'too-large')
    return {
      code: 'cluster/answer-too-large',
      server,
      detail: error.message,
      ...defined({maybeExecuted: maybeExecuted || undefined}),
    };
  if (NO_TLS.test(error.code)) return {code: 'cluster/unreachable', server, detail: `${NO_TLS_TEXT} (${error.code})`};
  if (!isTlsCode(error.code)) {
    const detail = maybeExecuted ? `${error.message}; the request may have been executed` : error.message;
    return {
      code: 'cluster/unreachable',
      server,
      detail,
      ...defined({maybeExecuted: maybeExecuted || undefined}),
    };
  }
  const expired = expiredCredential(credential, server, now);
  // CERT_* is our rejection of the server's certificate; only an alert is the server's rejection of ours.
  if (expired && /ALERT/.test(error.code)) return expired;
  return {code: 'cluster/tls', server, detail: `${error.message} (${error.code})`};
}

/** Codes of a server that does not speak TLS: a plain HTTP port, or another service. OpenSSL's own messages do not explain that. */
const NO_TLS = /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/;
const NO_TLS_TEXT = 'the server does not speak TLS: check the port, and whether the address must begin with http://';

/** Converts a 401 to a failure after the credential has been resolved again. */
export function unauthorizedFailure(
  refusal: Refusal,
  access: ClusterAccess,
  credential: Credential,
  now: Date,
): Failure {
  const {server, identity} = access;
  if (identity !== undefined) return tokenRefusal({server, identity}, credential, now);
  const expired = expiredCredential(credential, server, now);
  if (expired) return expired;
  const notBefore = credential.certificate?.notBefore;
  const early = notBefore !== undefined && Date.parse(notBefore) > now.getTime();
  return {
    code: 'credential/refused',
    server,
    detail: early
      ? `the client certificate is not valid before ${notBefore}`
      : `the server answered 401: ${refusal.message}`,
  };
}

function expiredCredential({certificate, headers}: Credential, server: string, now: Date): Failure | undefined {
  const since = certificate?.notAfter;
  if (since !== undefined && Date.parse(since) <= now.getTime()) {
    return {code: 'credential/expired', server, what: 'client certificate', since};
  }
  const authorization = headers.find(({name}) => name.toLowerCase() === 'authorization')?.value.reveal();
  const expiry = authorization === undefined ? undefined : tokenExpiry(authorization.replace(/^Bearer /, ''));
  if (expiry === undefined || expiry.getTime() > now.getTime()) return undefined;
  return {code: 'credential/expired', server, what: 'token', since: expiry.toISOString()};
}

/** Converts a refusal of a request that must succeed (version, identity, discovery) to an error. */
export function refusedError(refusal: Refusal, server: string, action: string): GantryError {
  if (refusal.kind === 'forbidden') {
    return new GantryError({code: 'permission/denied', server, action, detail: refusal.message});
  }
  return new GantryError({
    code: 'cluster/unreachable',
    server,
    detail: `${action}: HTTP ${refusal.status}: ${refusal.message}`,
  });
}
