import {randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {azureBackend} from '../../src/adapters/azure/backend/azure-backend.ts';
import type {AzureBackendConfig} from '../../src/adapters/azure/backend/azure-config.ts';
import {sharedKey} from '../../src/adapters/azure/backend/sign-request.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import {httpsRequest} from '../../src/lib/https-request.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {acquireService} from '../services/for-tests.ts';
import {AZURE_ACCOUNT} from '../services/services.ts';

/** A container of its own at the emulator of Azure. */
export type AzureTestBackend = {
  readonly config: AzureBackendConfig;
  /** One signed request about the container, beside Gantry; `path`: what follows its name. */
  readonly ask: (
    method: string,
    path: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{readonly status: number; readonly etag: string}>;
  /** Another one is another client, with a proof of its own. */
  readonly open: (change?: Partial<AzureBackendConfig>) => Backend;
};

/**
 * Makes a container; `open` answers backends on it.
 * @param through the address of a proxy in front of the emulator
 * @throws Error where the emulator cannot be had: ask `withService` first
 */
export async function openAzureTestBackend({through}: {readonly through?: string} = {}): Promise<AzureTestBackend> {
  const acquired = await acquireService('azurite');
  if (acquired.kind === 'missing') throw new Error(acquired.reason);
  const {endpoint, caFile = ''} = acquired.service;
  const ca = readFileSync(caFile, 'utf8');
  const container = `gantry-${randomBytes(6).toString('hex')}`;
  const {name: account, key} = AZURE_ACCOUNT;
  const ask: AzureTestBackend['ask'] = async (method, path, given = {}) => {
    const url = new URL(`${endpoint}/${account}/${container}${path}`);
    const plain = {
      ...given,
      'x-ms-version': '2021-12-02',
      'x-ms-date': new Date().toUTCString(),
      'content-length': '0',
    };
    const headers = {...plain, authorization: sharedKey({account, key, method, url, headers: plain, bytes: 0})};
    const answer = await httpsRequest({url: url.href, method, headers, ca, timeoutMs: 30_000, maxBytes: 1024 * 1024});
    return {status: answer.status, etag: answer.headers['etag'] ?? ''};
  };
  const made = await ask('PUT', '?restype=container');
  if (made.status !== 201) throw new Error(`${endpoint} made no container: HTTP ${made.status}`);
  const config: AzureBackendConfig = {
    kind: 'azure',
    container,
    prefix: 'team/state',
    storageAccount: account,
    endpoint: `${through ?? endpoint}/${account}`,
    caFile,
    credentials: {key: new Secret(key)},
    insecure: through !== undefined,
  };
  return {config, ask, open: (change = {}) => azureBackend({...config, ...change}, {env: {}})};
}
