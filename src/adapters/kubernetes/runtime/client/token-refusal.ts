import type {Failure} from '../../../../core/failure/failure.ts';
import type {ClusterAccess, Credential} from '../../../../ports/cluster-access.ts';

type Claims = {
  readonly iss?: unknown;
  readonly aud?: unknown;
  readonly exp?: unknown;
  readonly email_verified?: unknown;
};

/**
 * Explains why a cluster rejects a user's own token. The server only answers `Unauthorized`; the claims of the token
 * show whether it has expired or was issued for another audience, and otherwise the cluster trusts another issuer.
 */
export function tokenRefusal(
  {server, identity}: Pick<ClusterAccess, 'server'> & {readonly identity: NonNullable<ClusterAccess['identity']>},
  credential: Credential,
  now: Date,
): Failure {
  const {issuer, clientId} = identity;
  const claims = claimsOf(credential);
  const until = credential.until ?? (typeof claims?.exp === 'number' ? isoTime(claims.exp) : undefined);
  if (until !== undefined && Date.parse(until) <= now.getTime())
    return {code: 'credential/expired', server, what: 'token', since: until, issuer};
  const audience = [claims?.aud ?? []].flat().filter((one) => typeof one === 'string');
  if (claims !== undefined && claims.iss === issuer && !audience.includes(clientId))
    return {code: 'credential/wrong-audience', server, audience, clientId};
  const lasts = until === undefined ? {} : {until};
  return {code: 'credential/untrusted', server, issuer, clientId, ...lasts, ...oddityOf(claims, issuer)};
}

function oddityOf(claims: Claims | undefined, issuer: string): {readonly from?: string; readonly detail?: string} {
  if (claims === undefined) return {detail: 'it is not an ID token, which clusters require'};
  const {iss: from} = claims;
  if (typeof from === 'string' && from !== issuer) return {from, detail: `it comes from another issuer, ${from}`};
  // If users are named by their email, the server requires a verified one.
  return claims.email_verified === false ? {detail: 'its email is not verified, which some clusters require'} : {};
}

function claimsOf({headers}: Credential): Claims | undefined {
  const authorization = headers.find(({name}) => name.toLowerCase() === 'authorization')?.value.reveal() ?? '';
  const payload = /^Bearer [\w-]+\.([\w-]+)\.[\w-]*$/.exec(authorization)?.[1];
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** Converts a time; a number that is not a valid date must not fail a run. */
const isoTime = (seconds: number): string | undefined =>
  Math.abs(seconds) < 8.64e12 ? new Date(seconds * 1000).toISOString() : undefined;
