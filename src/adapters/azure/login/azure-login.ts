import {noAnswer} from '../../../core/secret/no-answer.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import {httpsRequest} from '../../../lib/https-request.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import {credentialOf} from './azure-credential.ts';
import type {AzureDoors} from './azure-http.ts';

/** A workspace's secret store in Azure Key Vault. */
export type AzureConfig = {
  readonly kind: 'azure';
  readonly vaultUrl: string;
  readonly tenantId?: string | undefined;
  readonly environmentType?: AzureEnvironment | undefined;
};

/** Where one logs in, and what a token for its vaults is for. */
const CLOUDS = {
  PublicCloud: {authority: 'https://login.microsoftonline.com', vaults: 'https://vault.azure.net'},
  USGovernmentCloud: {authority: 'https://login.microsoftonline.us', vaults: 'https://vault.usgovcloudapi.net'},
  ChinaCloud: {authority: 'https://login.chinacloudapi.cn', vaults: 'https://vault.azure.cn'},
  GermanCloud: {authority: 'https://login.microsoftonline.de', vaults: 'https://vault.microsoftazure.de'},
};

/** One of the clouds of Azure. */
export type AzureEnvironment = keyof typeof CLOUDS;

/** What the names of a cloud's vaults end with. */
export const vaultsOf = (environment: AzureEnvironment = 'PublicCloud'): string =>
  new URL(CLOUDS[environment].vaults).hostname;

/** What a token for the vaults of a cloud is for. */
export const vaultScope = (environment: AzureEnvironment = 'PublicCloud'): string =>
  `${CLOUDS[environment].vaults}/.default`;

/** The directory and the cloud in which one logs in. */
type LoginPlace = Pick<AzureConfig, 'tenantId' | 'environmentType'>;

/** Returns a bearer token, or the reason why there is none. It does not throw for a refused login. */
export type AzureLogin = () => Promise<{readonly token: string} | NoSecret>;

type Kept = {readonly token: string; readonly until: number};

const EARLY_MS = 60_000;

/** One token until it ends, however many ask for it at once: `az` takes a second each time. */
export function azureLogin(place: LoginPlace, scope: string, doors: AzureDoors): AzureLogin {
  let current: Promise<Kept | NoSecret> | undefined;
  const get = async (): Promise<Kept | NoSecret> => {
    const made = await logIn(place, scope, doors);
    if ('because' in made) current = undefined;
    return made;
  };
  return async () => {
    const last = current;
    const known = await last;
    if (known !== undefined && ('because' in known || known.until - EARLY_MS > Date.now())) return known;
    // Another one may have asked for a new one meanwhile.
    if (current === last) current = get();
    return current ?? get();
  };
}

async function logIn(place: LoginPlace, scope: string, doors: AzureDoors): Promise<Kept | NoSecret> {
  const cloud = CLOUDS[place.environmentType ?? 'PublicCloud'];
  const watched = watch(doors.http ?? httpsRequest);
  const where = {tenantId: place.tenantId, authority: cloud.authority};
  const chosen = await credentialOf(where, {...doors, http: watched.http});
  if ('because' in chosen) return chosen;
  try {
    const made = await chosen.credential.getToken(scope);
    if (made === null) return {because: `Azure gave no token for ${chosen.from}`, fault: 'denied'};
    return {token: made.token, until: made.expiresOnTimestamp};
  } catch (error) {
    doors.signal?.throwIfAborted();
    const failure = watched.failure();
    if (failure !== undefined) return unanswered(failure, chosen.from);
    return loginProblem(error, chosen.from);
  }
}

/** Microsoft's library hides why a request had no answer behind an error of its own: the last one that failed is kept. */
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

/** Tells what was refused, or did not answer: the message of an HttpsFailure names the server alone. */
function unanswered(failure: HttpsFailure, from: string): NoSecret {
  const why = noAnswer(failure);
  return {...why, because: `Azure gave no token for ${from}: ${why.because}`};
}

/** Microsoft numbers what can go wrong; its texts quote the request. */
function loginProblem(error: unknown, from: string): NoSecret {
  const {name = '', message = ''} = error instanceof Error ? error : {};
  const number = /AADSTS\d+/.exec(message)?.[0];
  if (name === 'CredentialUnavailableError')
    return {
      fault: 'denied',
      because: `${from} has no login to Azure`,
      hint: 'Log in with `az login`, or write ARM_CLIENT_ID, ARM_CLIENT_SECRET and ARM_TENANT_ID into the context of the workspace.',
    };
  if (number !== undefined)
    return {
      fault: 'denied',
      because: `Azure refuses the login of ${from} (${number})`,
      hint: HINTS[number] ?? 'Look at the tenant, the client and what it logs in with: it may have expired.',
    };
  return {because: `Azure gave no token for ${from} (${name})`, fault: 'denied'};
}

const HINTS: Readonly<Record<string, string>> = {
  AADSTS7000215: 'The client secret is not valid: take its value, not its id.',
  AADSTS7000222: 'The client secret has expired: make a new one.',
  AADSTS700016: 'The client is not known in that tenant: look at `tenantId`.',
  AADSTS90002: 'There is no such tenant: look at `tenantId` and `environmentType`.',
};
