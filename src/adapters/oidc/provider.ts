import {readFile} from 'node:fs/promises';
import type * as OpenId from 'openid-client';
import {GantryError} from '../../core/failure/failure.ts';
import type {OidcIdentity} from '../../core/workspace/oidc-identity.ts';
import {httpsFetch} from '../../lib/https-fetch.ts';
import type {Doors} from './doors.ts';
import {explained} from './explain.ts';

/** A provider that has told what it can do, and the library that speaks with it. */
export type Provider = {
  readonly openid: typeof OpenId;
  readonly config: OpenId.Configuration;
};

/** Clocks differ; a minute is what most providers allow. */
const TOLERANCE_SECONDS = 60;
const TIMEOUT_SECONDS = 20;

type Client = Pick<OidcIdentity, 'issuer' | 'clientId' | 'clientSecret' | 'caFile'>;

/**
 * Asks the provider what it can do. Its name must be the one that the workspace says, letter for letter: a cluster compares
 * them so. Signatures of tokens are checked by its keys, though they come over TLS.
 */
export async function openProvider(client: Client, {env, clock}: Doors): Promise<Provider> {
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
    // A clock that goes wrong by more than any provider allows is no reason to lock its user out: the difference is known.
    const config = Math.abs(skew) > TOLERANCE_SECONDS / 2 ? await discover(skew) : first;
    refuseOtherName(config.serverMetadata().issuer, issuer);
    return {openid, config};
  } catch (error) {
    throw explained(error, {issuer, ...secretsOf(client)});
  }
}

/** The client secret as the text to remove from what a provider says; empty for a public client. */
export const secretsOf = ({
  clientSecret,
}: Pick<OidcIdentity, 'clientSecret'>): {readonly secrets: readonly string[]} => ({
  secrets: clientSecret === undefined ? [] : [clientSecret.reveal()],
});

const tolerance = (openid: typeof OpenId): Partial<OpenId.ClientMetadata> => ({
  [openid.clockTolerance]: TOLERANCE_SECONDS,
});

/** A secret goes into a header, as every provider must take it, unless it says that it only reads it elsewhere. */
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
      hint: 'mend caFile below identity.oidc of the workspace',
    });
  }
}

function refuseOtherName(found: string, issuer: string): void {
  if (found === issuer) return;
  throw new GantryError({
    code: 'identity/refused',
    issuer,
    detail: `it calls itself ${found}`,
    hint: 'write issuer below identity.oidc exactly so: clusters compare it letter for letter',
  });
}
