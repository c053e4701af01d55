import {randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {CreateBucketCommand, S3Client} from '@aws-sdk/client-s3';
import {describe} from 'vitest';
import {s3Backend} from '../../src/adapters/aws/backend/s3-backend.ts';
import type {S3Config} from '../../src/adapters/aws/backend/s3-config.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {acquireService} from '../services/for-tests.ts';
import type {ServiceName} from '../services/services.ts';
import type {Running} from '../services/start.ts';

export type {S3Config};

/** A bucket of its own at a service, and what opens it. */
export type S3TestBucket = {
  readonly service: Running;
  readonly config: S3Config;
  /** The administrator, beside Gantry. */
  readonly client: S3Client;
};

export type S3TestBackend = S3TestBucket & {
  /** Another one is another client: with connections and a proof of its own. */
  readonly open: (change?: Partial<S3Config>) => Promise<Backend>;
};

/**
 * Makes a bucket; `open` answers backends on it. `through`: the address of a proxy in front of the service, which must pass on the
 * header Host as it is (it is signed), and speaks http:// if the service does, or for it.
 * @throws Error where the service cannot be had: ask `withService` first
 */
export async function openS3TestBackend({
  service: name,
  through,
}: {
  readonly service: ServiceName;
  readonly through?: string;
}): Promise<S3TestBackend> {
  const acquired = await acquireService(name);
  if (acquired.kind === 'missing') throw new Error(acquired.reason);
  const bucket = await freshBucket(acquired.service);
  const {region, caFile} = acquired.service;
  const config: S3Config = {
    kind: 's3',
    bucket: bucket.name,
    prefix: 'team/state',
    region,
    endpoint: through ?? acquired.service.endpoint,
    insecure: (through ?? acquired.service.endpoint).startsWith('http:'),
    ...(caFile === undefined ? {} : {caFile}),
    credentials: {
      accessKeyId: new Secret(acquired.service.accessKeyId),
      secretAccessKey: new Secret(acquired.service.secretAccessKey),
    },
  };
  return {
    service: acquired.service,
    config,
    client: bucket.client,
    open: (change = {}) => s3Backend({...config, ...change}, {env: {}}),
  };
}

/** What an administrator has in the environment. */
export const environmentOf = ({service}: Pick<S3TestBucket, 'service'>): Readonly<Record<string, string>> => ({
  AWS_ENDPOINT_URL_S3: service.endpoint,
  AWS_REGION: service.region,
  AWS_ACCESS_KEY_ID: service.accessKeyId,
  AWS_SECRET_ACCESS_KEY: service.secretAccessKey,
  ...(service.caFile === undefined ? {} : {AWS_CA_BUNDLE: service.caFile}),
});

/** The administrator's own client. */
export function adminClient({endpoint, region, accessKeyId, secretAccessKey, caFile}: Running): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: {accessKeyId, secretAccessKey},
    forcePathStyle: true,
    requestHandler: {httpsAgent: caFile === undefined ? {} : {ca: readFileSync(caFile)}},
  });
}

async function freshBucket(service: Running): Promise<{readonly name: string; readonly client: S3Client}> {
  const name = `gantry-${randomBytes(6).toString('hex')}`;
  const client = adminClient(service);
  await client.send(new CreateBucketCommand({Bucket: name}));
  return {name, client};
}

/** A suite on a service; skipped with the reason where it cannot be had. */
export async function withService(name: ServiceName, title: string, suite: () => void | Promise<void>): Promise<void> {
  const acquired = await acquireService(name);
  const reason = acquired.kind === 'missing' ? `: ${acquired.reason}` : '';
  describe.skipIf(acquired.kind === 'missing')(`${title} (${name}${reason})`, suite);
}
