/** Returns the expiry of a JWT (`exp`) without verifying its signature; undefined for any other token. */
export function tokenExpiry(token: string): Date | undefined {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token)?.[1];
  if (payload === undefined) return undefined;
  try {
    const {exp} = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as {exp?: unknown};
    // An invalid date must not end a run.
    return typeof exp === 'number' && Math.abs(exp) < 8.64e12 ? new Date(exp * 1000) : undefined;
  } catch {
    return undefined;
  }
}
