import {defined} from '../../../../lib/defined.ts';
import type {Account, ShownCredential} from '../../../../ports/access.ts';
import type {Credential} from '../../../../ports/cluster-access.ts';
import type {KubernetesClient} from '../client/client.ts';

/** Returns the user that the server sees, and the kind of credential. The credential itself is not returned. */
export async function readAccount(client: Pick<KubernetesClient, 'whoAmI' | 'credential'>): Promise<Account> {
  // In this order, because the answer depends on the credential that was used.
  const user = await client.whoAmI();
  const credential = await client.credential();
  const acts = credential.headers.find(({name}) => name === 'impersonate-user')?.value.reveal();
  return {user, credentials: [...certificateOf(credential), ...authorizationOf(credential)], impersonates: acts};
}

const certificateOf = ({certificate}: Credential): readonly ShownCredential[] =>
  certificate === undefined ? [] : [{kind: 'certificate', until: certificate.notAfter}];

function authorizationOf({headers, until}: Credential): readonly ShownCredential[] {
  const [scheme, value = ''] =
    headers
      .find(({name}) => name.toLowerCase() === 'authorization')
      ?.value.reveal()
      .split(' ') ?? [];
  if (scheme === undefined) return [];
  if (scheme !== 'Bearer')
    return [{kind: 'password', username: Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? ''}];
  const {iss, sub, aud, exp} = claimsOf(value);
  const end =
    until ?? (typeof exp === 'number' && Math.abs(exp) < 8.64e12 ? new Date(exp * 1000).toISOString() : undefined);
  const audience = [aud ?? []].flat().filter((one) => typeof one === 'string');
  return [
    {
      kind: 'token',
      until: end,
      ...defined({
        issuer: typeof iss === 'string' ? iss : undefined,
        subject: typeof sub === 'string' ? sub : undefined,
        audience: audience.length === 0 ? undefined : audience,
      }),
    },
  ];
}

type Claims = {readonly iss?: unknown; readonly sub?: unknown; readonly aud?: unknown; readonly exp?: unknown};

/** Returns the claims of a token; a token that is not a JWT has none. */
function claimsOf(token: string): Claims {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}
