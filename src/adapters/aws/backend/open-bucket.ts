import type * as Sdk from '@aws-sdk/client-s3';
import type {S3Client} from '@aws-sdk/client-s3';
import {GantryError} from '../../../core/failure/failure.ts';
import {PATIENCE, type Patience} from '../../../lib/attempts.ts';
import type {AwsEnvironment} from '../login/credential-of.ts';
import {type Attempted, attempt} from './attempts.ts';
import {credentialFailure} from './credentials.ts';
import {endpointOf} from './endpoint.ts';
import {explain} from './explain.ts';
import {openClient} from './open-client.ts';
import type {S3Config} from './s3-config.ts';

/** The dependencies of the S3 backend besides its configuration. */
export type S3Options = {
  readonly env: AwsEnvironment;
  /** The directory of the cached proofs. Absent: each process proves that the endpoint honours conditional writes. */
  readonly cacheDir?: string;
  readonly patience?: Partial<Patience>;
  /** The maximum size of one response. Default: 256 MiB, far more than Gantry stores. */
  readonly maxAnswerBytes?: number;
  /** Aborts when the caller no longer waits for responses. */
  readonly signal?: AbortSignal;
};

/** A request, with its permission and its key for messages. */
export type Sending<T> = {
  readonly action: string;
  /** The key. Without it, the request concerns the bucket. */
  readonly key?: string;
  readonly bytes?: number;
  readonly send: (client: S3Client, signal: AbortSignal) => Promise<T>;
};

/** An open bucket. */
export type Bucket = {
  /** `Backend.name`. */
  readonly name: string;
  /** The endpoint and the bucket that a cached proof belongs to. */
  readonly identity: string;
  readonly sdk: typeof Sdk;
  readonly at: (key: string) => {readonly Bucket: string; readonly Key: string};
  /** The prefix of all keys, with a slash at its end. */
  readonly root: string;
  readonly encryption: S3Config['encryption'];
  readonly attempt: <T>(sending: Sending<T>) => Promise<Attempted<T>>;
  /** Returns the response, or throws the failure. */
  readonly ask: <T>(sending: Sending<T>) => Promise<T>;
  readonly failure: (sending: Pick<Sending<unknown>, 'action' | 'key'>, failed: Failed) => GantryError;
};

/** A request to S3 that did not succeed, after all its attempts. */
export type Failed = Extract<Attempted<never>, {reply: unknown}>;

/** Opens a bucket. Sends nothing. @throws GantryError 'input/usage' for an endpoint without TLS or an unknown region */
export async function openBucket(config: S3Config, {env, ...options}: S3Options): Promise<Bucket> {
  const sdk = await import('@aws-sdk/client-s3');
  const endpoint = endpointOf(config, env);
  const region = config.region ?? (env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || undefined);
  const client = openClient(sdk, {config, env, endpoint, region, maxAnswerBytes: options.maxAnswerBytes});
  const known = await regionOf(client, config.bucket);
  const root = config.prefix === undefined ? '' : `${config.prefix}/`;
  const place = endpoint === undefined ? `in ${known}` : `at ${endpoint}`;
  const name = `s3 (${config.bucket}${root === '' ? '' : `/${config.prefix}`} ${place})`;
  const patience = {...PATIENCE, ...options.patience};

  const tried: Bucket['attempt'] = async ({send, bytes = 0}) => {
    await identified(client, (error) => credentialFailure(error, {backend: name, config, env}));
    return attempt((signal) => send(client, signal), {patience, bytes, stop: options.signal});
  };
  const failure: Bucket['failure'] = ({action, key}, {reply, error, doubtful}) => {
    const on = key === undefined ? config.bucket : `${config.bucket}/${root}${key}`;
    return explain(reply, {backend: name, bucket: config.bucket, region: known, action, on, doubtful}, error);
  };
  return {
    name,
    identity: `${endpoint ?? known}/${config.bucket}`,
    sdk,
    at: (key) => ({Bucket: config.bucket, Key: `${root}${key}`}),
    root,
    encryption: config.encryption,
    attempt: tried,
    failure,
    ask: async (sending) => {
      const attempted = await tried(sending);
      if ('answer' in attempted) return attempted.answer;
      throw failure(sending, attempted);
    },
  };
}

async function regionOf(client: S3Client, bucket: string): Promise<string> {
  try {
    return await client.config.region();
  } catch (error) {
    throw new GantryError(
      {
        code: 'input/usage',
        message: `the region of the bucket ${bucket} is unknown`,
        hint: `Set it: s3://${bucket}?region=…, AWS_REGION, or region in the profile.`,
      },
      {cause: error},
    );
  }
}

/** Resolves the credentials separately from the request, so that their errors do not count as a response of the bucket. */
async function identified(client: S3Client, failure: (error: unknown) => GantryError): Promise<void> {
  try {
    await client.config.credentials();
  } catch (error) {
    throw failure(error);
  }
}
