import {randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {gcsBackend} from '../../src/adapters/gcp/backend/gcs-backend.ts';
import type {GcsConfig} from '../../src/adapters/gcp/backend/gcs-config.ts';
import {httpsRequest} from '../../src/lib/https-request.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {acquireService} from '../services/for-tests.ts';

/** The emulator takes every token. */
const LOGIN = {GOOGLE_OAUTH_ACCESS_TOKEN: 'of-a-test'};

/** A bucket of its own at the emulator of Google Cloud Storage. */
export type GcsTestBackend = {
  readonly config: GcsConfig;
  /** What a user has in the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** One request to the emulator, beside Gantry. */
  readonly ask: (
    method: string,
    path: string,
    body?: string,
  ) => Promise<{readonly status: number; readonly text: string}>;
  /** Another one is another client, with a proof of its own. */
  readonly open: (change?: Partial<GcsConfig>) => Backend;
};

/**
 * Makes a bucket; `open` answers backends on it.
 * @param through the address of a proxy in front of the emulator
 * @throws Error where the emulator cannot be had: ask `withService` first
 */
export async function openGcsTestBackend({through}: {readonly through?: string} = {}): Promise<GcsTestBackend> {
  const acquired = await acquireService('fake-gcs');
  if (acquired.kind === 'missing') throw new Error(acquired.reason);
  const {endpoint, caFile = ''} = acquired.service;
  const ca = readFileSync(caFile, 'utf8');
  const bucket = `gantry-${randomBytes(6).toString('hex')}`;
  const ask: GcsTestBackend['ask'] = async (method, path, body) => {
    const headers = {'content-type': 'application/json'};
    const sent = {url: `${endpoint}${path}`, method, headers, ca, timeoutMs: 30_000, maxBytes: 1024 * 1024};
    const answer = await httpsRequest(body === undefined ? sent : {...sent, body});
    return {status: answer.status, text: answer.body.toString('utf8')};
  };
  const made = await ask('POST', '/storage/v1/b?project=test', JSON.stringify({name: bucket}));
  if (made.status !== 200) throw new Error(`${endpoint} made no bucket: HTTP ${made.status}`);
  const config: GcsConfig = {
    kind: 'gcs',
    bucket,
    prefix: 'team/state',
    endpoint: through ?? endpoint,
    caFile,
    insecure: through !== undefined,
  };
  return {
    config,
    ask,
    env: {...LOGIN, STORAGE_EMULATOR_HOST: endpoint, CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE: caFile},
    open: (change = {}) => gcsBackend({...config, ...change}, {env: LOGIN}),
  };
}
