import {readFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {join} from 'node:path';
import type {AuthClient} from 'google-auth-library';
import type {JsonObject} from '../../../core/json.ts';
import {objectIn} from '../../../core/secret/no-answer.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import {fetchOver} from './fetch-over.ts';
import type {GcpDeps} from './gcp-deps.ts';

/** A login that returns the headers of a request. The library renews the tokens. */
export type GcpLogin = {
  readonly headers: (url: string) => Promise<{readonly headers: Readonly<Record<string, string>>} | NoSecret>;
};

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/** Logs in to Google Cloud with the application default credentials or Terraform's variables, only from this environment. */
export async function gcpLogin(deps: GcpDeps): Promise<GcpLogin | NoSecret> {
  const token = deps.env['GOOGLE_OAUTH_ACCESS_TOKEN']?.trim();
  const account = deps.env['GOOGLE_IMPERSONATE_SERVICE_ACCOUNT']?.trim();
  if (token && !account) return {headers: async () => ({headers: {authorization: `Bearer ${token}`}})};
  const known = token ? await ofToken(token, deps) : await credentialsOf(deps);
  if ('because' in known) return known;
  if (!account) return {headers: (url) => headersOf(known, url)};
  const {Impersonated} = await import('google-auth-library');
  const client = new Impersonated({sourceClient: known.client, targetPrincipal: account, targetScopes: [SCOPE]});
  return {headers: (url) => headersOf({client, from: `${account} by ${known.from}`}, url)};
}

/** An authenticated client, and its source for messages. */
type Known = {readonly client: AuthClient; readonly from: string};

async function credentialsOf(deps: GcpDeps): Promise<Known | NoSecret> {
  const given = await givenCredentials(deps.env);
  if (given !== undefined) return 'because' in given ? given : ofCredentials(given, deps);
  return ofMachine(deps.env);
}

async function ofToken(token: string, deps: GcpDeps): Promise<Known> {
  const {OAuth2Client} = await import('google-auth-library');
  const client = new OAuth2Client({transporterOptions: {fetchImplementation: fetchOver(deps)}});
  client.setCredentials({access_token: token});
  return {client, from: 'GOOGLE_OAUTH_ACCESS_TOKEN'};
}

type Given = {readonly from: string; readonly credentials: JsonObject};

async function givenCredentials(env: GcpDeps['env']): Promise<Given | NoSecret | undefined> {
  const google = env['GOOGLE_CREDENTIALS']?.trim();
  // As in Terraform: the JSON, or the path of a file with it.
  if (google)
    return google.startsWith('{') ? parse(google, 'GOOGLE_CREDENTIALS') : inFile(google, 'GOOGLE_CREDENTIALS');
  const named = env['GOOGLE_APPLICATION_CREDENTIALS'];
  if (named) return inFile(named, 'GOOGLE_APPLICATION_CREDENTIALS');
  const file = join(gcloudDirectory(env), 'application_default_credentials.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : parse(text, file);
}

function gcloudDirectory(env: GcpDeps['env']): string {
  if (env['CLOUDSDK_CONFIG']) return env['CLOUDSDK_CONFIG'];
  if (process.platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'gcloud');
  return join(env['HOME'] || homedir(), '.config', 'gcloud');
}

async function inFile(file: string, variable: string): Promise<Given | NoSecret> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined)
    return {because: `the credentials file in ${variable} cannot be read: ${file}`, fault: 'denied'};
  return parse(text, `${variable} (${file})`);
}

function parse(text: string, from: string): Given | NoSecret {
  const credentials = objectIn(Buffer.from(text));
  if (credentials !== undefined && typeof credentials['type'] === 'string') return {from, credentials};
  return {
    fault: 'denied',
    because: `${from} contains no Google credentials (JSON with a type)`,
    hint: 'Use the file that `gcloud auth application-default login` writes, or the JSON key of a service account.',
  };
}

async function ofCredentials({from, credentials}: Given, deps: GcpDeps): Promise<Known | NoSecret> {
  const {GoogleAuth, JWT} = await import('google-auth-library');
  try {
    const clientOptions = {transporterOptions: {fetchImplementation: fetchOver(deps)}};
    const client = await new GoogleAuth({credentials, scopes: SCOPE, clientOptions}).getClient();
    // A service account signs its own token, so no token must be fetched.
    if (client instanceof JWT) client.useJWTAccessWithScope = true;
    return {client, from};
  } catch {
    return {
      because: `${from} contains Google credentials that cannot be used`,
      fault: 'denied',
      hint: 'Check whether one of its fields is missing.',
    };
  }
}

async function ofMachine(env: GcpDeps['env']): Promise<Known | NoSecret> {
  const none: NoSecret = {
    fault: 'denied',
    because:
      'no credentials for Google Cloud were found: neither GOOGLE_CREDENTIALS nor GOOGLE_APPLICATION_CREDENTIALS is set',
    hint: 'Write one of them into the context of the workspace, or log in with `gcloud auth application-default login`.',
  };
  if (env['METADATA_SERVER_DETECTION'] === 'none') return none;
  const {Compute, GoogleAuth} = await import('google-auth-library');
  const place = await withoutLookupWarning(() => new GoogleAuth().getEnv().catch(() => 'NONE'));
  if (place === 'NONE') return none;
  return {client: new Compute({scopes: [SCOPE]}), from: 'the service account of this machine'};
}

/** Suppresses the warning of Google's library on stderr outside of Google Cloud. The error already reports the result. */
async function withoutLookupWarning<T>(ask: () => Promise<T>): Promise<T> {
  const emitWarning = process.emitWarning.bind(process) as (...parts: readonly unknown[]) => void;
  const others = (warning: string | Error, ...rest: unknown[]): void => {
    if (rest[0] !== 'MetadataLookupWarning') emitWarning(warning, ...rest);
  };
  process.emitWarning = others;
  try {
    return await ask();
  } finally {
    process.emitWarning = emitWarning;
  }
}

async function headersOf({client, from}: Known, url: string): ReturnType<GcpLogin['headers']> {
  try {
    return {headers: Object.fromEntries(await client.getRequestHeaders(url))};
  } catch (error) {
    // The text of the error may quote the response of the server with the credentials.
    const status = statusOf(error);
    const at = status === undefined ? '' : ` (HTTP ${status})`;
    return {
      because: `Google returned no token for ${from}${at}`,
      ...(status === undefined || status >= 500 || status === 429
        ? {transient: true}
        : {fault: 'denied', hint: 'Log in again, or create a new key: this one may have expired or been revoked.'}),
    };
  }
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  return typeof error.status === 'number' ? error.status : undefined;
}
