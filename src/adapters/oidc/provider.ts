import {readFile} from 'node:fs/promises';
import type * as OpenId from 'openid-client';
import {GantryError} from '../../core/failure/failure.ts';
import type {OidcIdentity} from '../../core/workspace/oidc-identity.ts';
import {httpsFetch} from '../../lib/https-fetch.ts';
import {explained} from './explain.ts';
import type {LoginDeps} from './login-deps.ts';

/** A provider with its discovered metadata, and the OpenID library. */
export type Provider = {
  readonly openid: typeof OpenId;
  readonly config: OpenId.Configuration;
};

/** The tolerated clock difference in seconds. Most providers allow a minute. */
const TOLERANCE_SECONDS = 60;
const TIMEOUT_SECONDS = 20;

type Client = Pick<OidcIdentity, 'issuer' | 'clientId' | 'clientSecret' | 'caFile'>;

/**
 * Reads the metadata of a provider. Its issuer must match the workspace exactly, because clusters compare it exactly. Signatures
 * of tokens are verified with the keys of the provider, although they arrive over TLS.
 */
export async function openProvider(client: Client, {env, clock}: LoginDeps): Promise<Provider> {
  const {issuer, clientId} = client;
  const openid = await import('openid-client');
  const ca = await authoritiesOf(client);
  let skew = 0;
  const onDate = (date: Date): void => {
    skew = Math.round((date.getTime() - clock.now().getTime()) / 1000);
  };
  const discover = (clockSkew: number): Promise<OpenId.Configuration> =>
    openid.discovery(
      new URL(issuer),
      clientId,
      {[openid.clockSkew]: clockSkew, ...tolerance(openid)},
      auth(openid, client),
      {
        [openid.customFetch]: httpsFetch({env, onDate, ca}),
        execute: [
          openid.enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
        ],
        timeout: TIMEOUT_SECONDS,
      },
    );
  try {
    const first = await discover(0);
    // A large clock difference must not lock the user out, because the difference is known.
    const config = Math.abs(skew) > TOLERANCE_SECONDS / 2 ? await discover(skew) : first;
    refuseOtherName(config.serverMetadata().issuer, issuer);
    return {openid, config};
  } catch (error) {
    throw explained(error, {issuer, ...secretsOf(client)});
  }
}

/** Returns the client secret to redact in texts of the provider. Empty for a public client. */
export const secretsOf = ({
  clientSecret,
}: Pick<OidcIdentity, 'clientSecret'>): {readonly secrets: readonly string[]} => ({
  secrets: clientSecret === undefined ? [] : [clientSecret.reveal()],
});

const tolerance = (openid: typeof OpenId): Partial<OpenId.ClientMetadata> => ({
  [openid.clockTolerance]: TOLERANCE_SECONDS,
});

/**
 * Returns the client authentication. The secret is sent in a header, which every provider must accept, unless the provider
 * supports only the request body.
 */
function auth(openid: typeof OpenId, {clientSecret}: Client): OpenId.ClientAuth {
  if (clientSecret === undefined) return openid.None();
  const [basic, post] = [
    openid.ClientSecretBasic(clientSecret.reveal()),
    openid.ClientSecretPost(clientSecret.reveal()),
  ];
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const onlyPost = !ways.includes('client_secret_basic') && ways.includes('client_secret_post');
    return (onlyPost ? post : basic)(server, ...rest);
  };
}

async function authoritiesOf({issuer, caFile}: Client): Promise<string | undefined> {
  if (caFile === undefined) return undefined;
  try {
    return await readFile(caFile, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new GantryError({
      code: 'identity/unreachable',
      issuer,
      detail: `caFile ${caFile} cannot be read (${code})`,
      hint: 'correct caFile under identity.oidc of the workspace',
    });
  }
}

function refuseOtherName(found: string, issuer: string): void {
  if (found === issuer) return;
  throw new GantryError({
    code: 'identity/refused',
    issuer,
    detail: `it reports the issuer ${found}`,
    hint: 'write issuer under identity.oidc exactly so, because clusters compare it exactly',
  });
}
