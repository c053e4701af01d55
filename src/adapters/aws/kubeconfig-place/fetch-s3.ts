import type {GetObjectCommand, S3Client} from '@aws-sdk/client-s3';
import {GantryError} from '../../../core/failure/failure.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {FetchedKubeconfig, SourceAt} from '../../../ports/fetched-kubeconfig.ts';
import type {AwsEnvironment} from '../login/credential-of.ts';
import {type Asked, explainS3, noCredentials, ownProblem, placeProblem} from './explain.ts';
import {openS3, type S3Place} from './open-s3.ts';
import {environmentOf, unusedCredentials} from './workspace-environment.ts';

/** The maximum size of a kubeconfig in bytes. */
export const MAX_BYTES = 1024 * 1024;

/** The options for reading a kubeconfig from S3. Times are in milliseconds. */
export type S3Options = {
  /** The environment of the process. The keys of the workspace are added to it. */
  readonly env: AwsEnvironment;
  readonly signal?: AbortSignal | undefined;
  /** The timeout of all attempts together. Default: 30 s. */
  readonly timeoutMs?: number;
  /** The number of attempts. Default: 4. */
  readonly attempts?: number;
};

/**
 * Fetches a kubeconfig from an object in a bucket, with the AWS keys of the workspace. S3 decrypts an encrypted object.
 * @throws GantryError 'context/fetch-refused', 'context/fetch-failed', 'context/kubeconfig'
 */
export async function fetchS3(source: SourceAt<S3Place>, options: S3Options): Promise<FetchedKubeconfig> {
  const {workspace, field, from: place} = source;
  const from = `s3://${place.bucket}/${place.key}`;
  const env = environmentOf(place.environment, options.env);
  const asked: Asked = {workspace, field, from, bucket: place.bucket, versioned: place.versionId !== undefined};
  const unused = unusedCredentials(place.environment, env, options.env);
  if (unused.length > 0)
    throw ownProblem(
      asked,
      `it is fetched with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or with AWS_PROFILE, but the workspace sets only ${unused.join(' and ')}`,
    );
  const {client, region, sdk} = await openS3(place, {
    env,
    asked,
    attempts: options.attempts ?? 4,
    besideMetadata: source.besideMetadata === true,
  });
  let late: AbortSignal | undefined;
  try {
    await client.config.credentials().catch((error: unknown) => {
      throw new GantryError(noCredentials(error, asked, env), {cause: error});
    });
    late = AbortSignal.timeout(options.timeoutMs ?? 30_000);
    const abortSignal = options.signal === undefined ? late : AbortSignal.any([late, options.signal]);
    const {bucket: Bucket, key: Key, versionId: VersionId} = place;
    const command = new sdk.GetObjectCommand({Bucket, Key, VersionId});
    return {text: new Secret(await read(client, command, {abortSignal, asked})), from};
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof GantryError) throw error;
    // A timeout looks like a broken connection, so the timeout is the reason.
    const reason: unknown = late?.aborted === true ? late.reason : error;
    throw new GantryError(explainS3(reason, {...asked, region}), {cause: error});
  } finally {
    client.destroy();
  }
}

type Reading = {readonly abortSignal: AbortSignal; readonly asked: Asked};

async function read(client: S3Client, command: GetObjectCommand, {abortSignal, asked}: Reading): Promise<string> {
  const {Body, ContentLength = 0} = await client.send(command, {abortSignal});
  const tooLarge = (): GantryError =>
    new GantryError(placeProblem(asked, 'is not a kubeconfig: it is larger than 1 MiB'));
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (ContentLength > MAX_BYTES) throw tooLarge();
  for await (const chunk of (Body ?? []) as AsyncIterable<Uint8Array>) {
    abortSignal.throwIfAborted();
    size += chunk.length;
    if (size > MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.trim() === '') throw new GantryError(placeProblem(asked, 'is empty'));
  return text;
}
