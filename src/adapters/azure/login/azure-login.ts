import {noAnswer} from '../../../core/secret/no-answer.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import {httpsRequest} from '../../../lib/https-request.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import {credentialOf} from './azure-credential.ts';
import type {AzureDeps} from './azure-http.ts';

/** The configuration of a secret store in Azure Key Vault. */
export type AzureConfig = {
  readonly kind: 'azure';
  readonly vaultUrl: string;
  readonly tenantId?: string | undefined;
  readonly environmentType?: AzureEnvironment | undefined;
};

/** The login authority of each cloud, and the audience of tokens for its vaults. */
const CLOUDS = {
  PublicCloud: {authority: 'https://login.microsoftonline.com', vaults: 'https://vault.azure.net'},
  USGovernmentCloud: {authority: 'https://login.microsoftonline.us', vaults: 'https://vault.usgovcloudapi.net'},
  ChinaCloud: {authority: 'https://login.chinacloudapi.cn', vaults: 'https://vault.azure.cn'},
  GermanCloud: {authority: 'https://login.microsoftonline.de', vaults: 'https://vault.microsoftazure.de'},
};

/** One of the clouds of Azure. */
export type AzureEnvironment = keyof typeof CLOUDS;

/** Returns the domain of a cloud's vaults. */
export const vaultsOf = (environment: AzureEnvironment = 'PublicCloud'): string =>
  new URL(CLOUDS[environment].vaults).hostname;

/** Returns the scope of a token for the vaults of a cloud. */
export const vaultScope = (environment: AzureEnvironment = 'PublicCloud'): string =>
  `${CLOUDS[environment].vaults}/.default`;

/** The directory and the cloud to log in to. */
type LoginPlace = Pick<AzureConfig, 'tenantId' | 'environmentType'>;

/** Returns a bearer token, or the reason why there is none. Does not throw for a refused login. */
export type AzureLogin = () => Promise<{readonly token: string} | NoSecret>;

type Kept = {readonly token: string; readonly until: number};

const EARLY_MS = 60_000;

/** Returns a login that shares one token between concurrent callers until it expires, because `az` takes a second each time. */
export function azureLogin(place: LoginPlace, scope: string, deps: AzureDeps): AzureLogin {
  let current: Promise<Kept | NoSecret> | undefined;
  const get = async (): Promise<Kept | NoSecret> => {
    const made = await logIn(place, scope, deps);
    if ('because' in made) current = undefined;
    return made;
  };
  return async () => {
    const last = current;
    const known = await last;
    if (known !== undefined && ('because' in known || known.until - EARLY_MS > Date.now())) return known;
    // Another caller may have requested a new token meanwhile.
    if (current === last) current = get();
    return current ?? get();
  };
}

async function logIn(place: LoginPlace, scope: string, deps: AzureDeps): Promise<Kept | NoSecret> {
  const cloud = CLOUDS[place.environmentType ?? 'PublicCloud'];
  const watched = watch(deps.http ?? httpsRequest);
  const where = {tenantId: place.tenantId, authority: cloud.authority};
  const chosen = await credentialOf(where, {...deps, http: watched.http});
  if ('because' in chosen) return chosen;
  try {
    const made = await chosen.credential.getToken(scope);
    if (made === null) return {because: `Azure returned no token for ${chosen.from}`, fault: 'denied'};
    return {token: made.token, until: made.expiresOnTimestamp};
  } catch (error) {
    deps.signal?.throwIfAborted();
    const failure = watched.failure();
    if (failure !== undefined) return unanswered(failure, chosen.from);
    return loginProblem(error, chosen.from);
  }
}

/** Keeps the last failed request, because Microsoft's library hides the reason for a missing response behind its own error. */
function watch(http: typeof httpsRequest) {
  let failure: HttpsFailure | undefined;
  return {
    failure: () => failure,
    http: async (request: Parameters<typeof httpsRequest>[0]) => {
      failure = undefined;
      try {
        return await http(request);
      } catch (error) {
        if (error instanceof HttpsFailure) failure = error;
        throw error;
      }
    },
  };
}

/** Returns the reason for a login without a response. The message of an HttpsFailure contains only the server. */
function unanswered(failure: HttpsFailure, from: string): NoSecret {
  const why = noAnswer(failure);
  return {...why, because: `Azure returned no token for ${from}: ${why.because}`};
}

/** Returns the reason for a refused login from Microsoft's error number, because the texts quote the request. */
function loginProblem(error: unknown, from: string): NoSecret {
  const {name = '', message = ''} = error instanceof Error ? error : {};
  const number = /AADSTS\d+/.exec(message)?.[0];
  if (name === 'CredentialUnavailableError')
    return {
      fault: 'denied',
      because: `${from} has no login to Azure`,
      hint: 'Log in with `az login`, or set ARM_CLIENT_ID, ARM_CLIENT_SECRET and ARM_TENANT_ID in the context of the workspace.',
    };
  if (number !== undefined)
    return {
      fault: 'denied',
      because: `Azure refuses the login of ${from} (${number})`,
      hint: HINTS[number] ?? 'Check the tenant, the client and its credentials, which may have expired.',
    };
  return {because: `Azure returned no token for ${from} (${name})`, fault: 'denied'};
}

const HINTS: Readonly<Record<string, string>> = {
  AADSTS7000215: 'Use the value of the client secret, not its id.',
  AADSTS7000222: 'Create a new client secret: this one has expired.',
  AADSTS700016: 'Check `tenantId`: the client is unknown in that tenant.',
  AADSTS90002: 'Check `tenantId` and `environmentType`: the tenant does not exist.',
};
