import type {TokenCredential} from '@azure/identity';
import {defined} from '../../../lib/defined.ts';
import {httpsRequest} from '../../../lib/https-request.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import {type AzureDeps, azureHttp} from './azure-http.ts';
import {type GithubJob, githubToken} from './github-token.ts';

/** The credential that a login uses; `from` names its source for messages. */
export type Chosen = {readonly credential: TokenCredential; readonly from: string};

type Where = {readonly tenantId: string | undefined; readonly authority: string};

/**
 * Finds the credential under Terraform's variable names, then under those of Microsoft's own libraries, only in the given
 * environment. Otherwise uses the login of `az`.
 */
export async function credentialOf(where: Where, deps: AzureDeps): Promise<Chosen | NoSecret> {
  const found = variablesIn(deps.env);
  const tenantId = where.tenantId ?? found.tenantId;
  if (found.secret ?? found.certificate ?? found.oidc ?? found.tokenFile ?? found.github)
    return ofClient({...found, tenantId}, where.authority, deps);
  const identity = await import('@azure/identity');
  const {clientId} = found;
  if (/^(?:true|1)$/i.test(deps.env['ARM_USE_MSI'] ?? ''))
    return {
      from: 'the identity of this machine',
      credential: new identity.ManagedIdentityCredential(clientId === undefined ? {} : {clientId}),
    };
  return {
    from: 'the Azure CLI',
    credential: new identity.AzureCliCredential(tenantId === undefined ? {} : {tenantId}),
  };
}

type Found = ReturnType<typeof variablesIn>;

/** Finds the token address of a GitHub job. ARM_USE_OIDC enables it, because every job with the permission for a token has the address. */
function githubIn(env: AzureDeps['env']): GithubJob | undefined {
  if (!/^(?:true|1)$/i.test(env['ARM_USE_OIDC'] ?? '')) return undefined;
  const url = env['ARM_OIDC_REQUEST_URL'] || env['ACTIONS_ID_TOKEN_REQUEST_URL'];
  const token = env['ARM_OIDC_REQUEST_TOKEN'] || env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
  return url && token ? {url, token} : undefined;
}

function variablesIn(env: AzureDeps['env']) {
  const first = (...names: readonly string[]): string | undefined =>
    names.map((name) => env[name]?.trim() || undefined).find((value) => value !== undefined);
  return {
    tenantId: first('ARM_TENANT_ID', 'AZURE_TENANT_ID'),
    clientId: first('ARM_CLIENT_ID', 'AZURE_CLIENT_ID'),
    secret: first('ARM_CLIENT_SECRET', 'AZURE_CLIENT_SECRET'),
    certificate: first('ARM_CLIENT_CERTIFICATE_PATH', 'AZURE_CLIENT_CERTIFICATE_PATH'),
    certificatePassword: first('ARM_CLIENT_CERTIFICATE_PASSWORD', 'AZURE_CLIENT_CERTIFICATE_PASSWORD'),
    oidc: first('ARM_OIDC_TOKEN'),
    github: githubIn(env),
    tokenFile: first('ARM_OIDC_TOKEN_FILE_PATH', 'AZURE_FEDERATED_TOKEN_FILE'),
  };
}

async function ofClient(found: Found, authority: string, deps: AzureDeps): Promise<Chosen | NoSecret> {
  const {tenantId, clientId, secret, certificate, certificatePassword, tokenFile} = found;
  if (clientId === undefined) return missing('ARM_CLIENT_ID (or AZURE_CLIENT_ID)');
  if (tenantId === undefined) return missing('ARM_TENANT_ID (or AZURE_TENANT_ID), or `tenantId` of the secret store');
  const identity = await import('@azure/identity');
  const own = deps.env['AZURE_AUTHORITY_HOST'] || undefined;
  const options = {
    authorityHost: own ?? authority,
    // Microsoft cannot validate an authority that it does not know.
    disableInstanceDiscovery: own !== undefined,
    httpClient: azureHttp(deps.http ?? httpsRequest, deps),
    // The caller of the store retries.
    retryOptions: {maxRetries: 0},
  };
  const from = `the client ${clientId}`;
  if (secret !== undefined)
    return {from, credential: new identity.ClientSecretCredential(tenantId, clientId, secret, options)};
  if (certificate !== undefined) {
    const file = {certificatePath: certificate, ...defined({certificatePassword})};
    return {from, credential: new identity.ClientCertificateCredential(tenantId, clientId, file, options)};
  }
  const assertion = assertionOf(found, deps);
  if (assertion !== undefined)
    return {from, credential: new identity.ClientAssertionCredential(tenantId, clientId, assertion, options)};
  const workload = {...options, tenantId, clientId, tokenFilePath: tokenFile ?? ''};
  return {from, credential: new identity.WorkloadIdentityCredential(workload)};
}

function assertionOf({oidc, github}: Found, deps: AzureDeps): (() => Promise<string>) | undefined {
  if (oidc !== undefined) return async () => oidc;
  return github === undefined ? undefined : () => githubToken(github, deps);
}

const missing = (what: string): NoSecret => ({
  fault: 'denied',
  because: `credentials for Azure were found, but not ${what}`,
  hint: 'Set it in the context of the workspace.',
});
