import type * as Sdk from '@aws-sdk/client-s3';
import type {S3Client, S3ClientConfig} from '@aws-sdk/client-s3';
import {withoutTls} from '../../../core/backend/endpoint-address.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import {defined} from '../../../lib/defined.ts';
import {authoritiesIn} from '../login/authorities-in.ts';
import type {AwsEnvironment} from '../login/credential-of.ts';
import {guardAddresses, guardSizes} from '../login/guard-client.ts';
import {silentLogger} from '../login/silent-logger.ts';
import {writtenCredentials} from './credentials.ts';
import type {S3Config} from './s3-config.ts';

type Client = {
  readonly config: S3Config;
  readonly env: AwsEnvironment;
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  readonly maxAnswerBytes: number | undefined;
};

/** Opens the client of the SDK. Sends nothing. */
export function openClient(sdk: typeof Sdk, {maxAnswerBytes = MAX_ANSWER_BYTES, ...client}: Client): S3Client {
  const opened = new sdk.S3Client(clientConfig(client));
  if (!client.config.insecure) guardAddresses(opened, withoutTlsError);
  guardSizes(opened, maxAnswerBytes, () => tooLarge(maxAnswerBytes));
  return opened;
}

function clientConfig({config, env, endpoint, region}: Omit<Client, 'maxAnswerBytes'>): S3ClientConfig {
  const credentials = writtenCredentials(config, env);
  const pathStyle = config.pathStyle ?? endpoint !== undefined;
  // Servers other than Amazon's have one region, and most of them use this name.
  const signed = region ?? (endpoint === undefined ? undefined : 'us-east-1');
  return {
    ...defined({region: signed, endpoint, credentials, profile: config.profile}),
    forcePathStyle: pathStyle,
    // See `attempt`: repeated requests must be known here.
    maxAttempts: 1,
    // Each request is signed with the digest of its body. Many servers do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {connectionTimeout: 5_000, httpsAgent: {ca: authorities(config.caFile ?? env['AWS_CA_BUNDLE'])}},
    logger: silentLogger,
  };
}

/** Returns the certificates to trust. Undefined: those of the system. */
function authorities(file: string | undefined): string[] | undefined {
  try {
    return authoritiesIn(file);
  } catch (error) {
    const message = `${file}: the certificate file cannot be read (${error instanceof Error ? error.message : ''})`;
    throw new GantryError({code: 'input/usage', message}, {cause: error});
  }
}

function withoutTlsError(server: string): GantryError | undefined {
  if (server.startsWith('https:')) return undefined;
  const [message, hint] = withoutTls(`endpoint ${server}`);
  return new GantryError({code: 'input/usage', message, hint});
}

const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

const tooLarge = (maxBytes: number): GantryError =>
  new GantryError({
    code: 'backend/io',
    detail: `a response of the bucket is larger than ${maxBytes / 1024 / 1024} MiB and was not read to its end`,
    hint: 'Check which server responds there: Gantry stores nothing of that size.',
  });
