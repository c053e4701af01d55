import type * as Sdk from '@aws-sdk/client-s3';
import type {S3Client, S3ClientConfig} from '@aws-sdk/client-s3';
import type {ChildEnvironment} from '../../../core/workspace/child-environment.ts';
import {httpsProblem} from '../../../core/workspace/https-problem.ts';
import {defined} from '../../../lib/defined.ts';
import {lookupBesideMetadata} from '../../../lib/lookup-beside-metadata.ts';
import {authoritiesIn} from '../login/authorities-in.ts';
import {type AwsEnvironment, credentialOf} from '../login/credential-of.ts';
import {endpointIn} from '../login/endpoint-in.ts';
import {guardAddresses, guardSizes} from '../login/guard-client.ts';
import {silentLogger} from '../login/silent-logger.ts';
import {type Asked, ownProblem} from './explain.ts';

/** A kubeconfig in an object of a bucket. */
export type S3Place = {
  readonly kind: 's3';
  readonly bucket: string;
  readonly key: string;
  readonly versionId?: string;
  readonly region?: string;
  readonly endpoint?: string;
  readonly pathStyle?: boolean;
  readonly caFile?: string;
  /** The environment with the AWS keys of the workspace. */
  readonly environment: ChildEnvironment;
};

type Opening = {
  readonly env: AwsEnvironment;
  readonly asked: Asked;
  readonly attempts: number;
  readonly besideMetadata?: boolean;
};

/**
 * Opens a bucket. Sends nothing.
 * @throws GantryError 'context/kubeconfig' if no region is known, or the endpoint has no TLS
 */
export async function openS3(
  place: S3Place,
  opening: Opening,
): Promise<{readonly sdk: typeof Sdk; readonly client: S3Client; readonly region: string}> {
  const sdk = await import('@aws-sdk/client-s3');
  const {env, asked} = opening;
  const endpoint = endpointOf(place, opening);
  const client = new sdk.S3Client(configOf(place, {...opening, endpoint}));
  guardAddresses(client, (server) => {
    const problem = httpsProblem(`${server}/`);
    return problem === undefined ? undefined : ownProblem(asked, `the endpoint ${server} ${problem}`);
  });
  guardSizes(client, MAX_ANSWER_BYTES, () =>
    ownProblem(asked, 'the response does not come from a bucket: it is larger than 2 MiB'),
  );
  try {
    return {sdk, client, region: await client.config.region()};
  } catch (error) {
    throw ownProblem(
      asked,
      `the region of the bucket ${place.bucket} is unknown: set s3://${place.bucket}/…?region=…, or AWS_REGION ${env['AWS_PROFILE'] ? 'or region in the profile' : 'in the context'}`,
      error,
    );
  }
}

function configOf(
  place: S3Place,
  {env, asked, attempts, besideMetadata, endpoint}: Opening & {endpoint: string | undefined},
) {
  const credential = credentialOf(env);
  // Servers other than Amazon's have one region, and most of them use this name.
  const region = place.region ?? (env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || (endpoint && 'us-east-1'));
  const config: S3ClientConfig = {
    ...defined({
      region: region || undefined,
      endpoint,
      credentials: credential.kind === 'pair' ? credential.identity : undefined,
      profile: credential.kind === 'profile' ? credential.profile : undefined,
    }),
    forcePathStyle: place.pathStyle ?? endpoint !== undefined,
    maxAttempts: attempts,
    // Many servers do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      httpsAgent: {
        ca: authorities(place.caFile ?? env['AWS_CA_BUNDLE'], asked),
        ...defined({lookup: besideMetadata === true ? lookupBesideMetadata : undefined}),
      },
    },
    logger: silentLogger,
  };
  return config;
}

function endpointOf({endpoint}: S3Place, {env, asked}: Opening): string | undefined {
  if (endpoint !== undefined) return checked(endpoint, 'the endpoint', asked);
  const found = endpointIn(env, 'AWS_ENDPOINT_URL_S3');
  return found && checked(found.address, found.name, asked);
}

function checked(address: string, name: string, asked: Asked): string {
  const problem = httpsProblem(address);
  if (problem !== undefined) throw ownProblem(asked, `${name} ${problem}`);
  return address.replace(/(?<!\/)\/+$/, '');
}

/** Returns the certificates to trust. Undefined: those of the system. */
function authorities(file: string | undefined, asked: Asked): string[] | undefined {
  try {
    return authoritiesIn(file);
  } catch (error) {
    throw ownProblem(asked, `the certificate file ${file} cannot be read`, error);
  }
}

/** The maximum size of a response in bytes: twice that of a kubeconfig, because errors are responses, too. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
