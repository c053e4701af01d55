import {httpsProblem} from '../../../core/workspace/https-problem.ts';
import {defined} from '../../../lib/defined.ts';
import {lookupBesideMetadata} from '../../../lib/lookup-beside-metadata.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import {authoritiesIn} from './authorities-in.ts';
import {type AwsEnvironment, type AwsIdentity, credentialOf} from './credential-of.ts';
import {endpointIn} from './endpoint-in.ts';
import {silentLogger} from './silent-logger.ts';
import {webIdentity} from './web-identity.ts';

/** The settings of the SDK clients. */
export type AwsClientConfig = {
  readonly region?: string;
  readonly endpoint?: string;
  readonly profile?: string;
  readonly credentials?: AwsIdentity | (() => Promise<AwsIdentity>);
  readonly maxAttempts: number;
  readonly requestHandler: object;
  readonly logger: Readonly<Record<'debug' | 'info' | 'warn' | 'error', () => void>>;
};

/** Returns the settings of an AWS client, or the reason why no client can be created: the endpoint or the CA bundle. */
export function clientConfig(
  config: Place,
  {env, besideMetadata}: {readonly env: AwsEnvironment; readonly besideMetadata?: boolean | undefined},
): AwsClientConfig | NoSecret {
  const lookup = besideMetadata === true ? {lookup: lookupBesideMetadata} : {};
  const endpoint = config.endpoint ?? endpointIn(env, VARIABLES[config.service])?.address;
  const problem = endpoint === undefined ? undefined : httpsProblem(endpoint);
  if (problem !== undefined) return {because: `the endpoint ${problem}`};
  const ca = authorities(env['AWS_CA_BUNDLE']);
  if (ca === 'unreadable') return {because: `the certificate file ${env['AWS_CA_BUNDLE']} cannot be read`};
  const region = config.region ?? (env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || (endpoint && 'us-east-1'));
  return {
    ...defined({region: region || undefined, endpoint}),
    ...credentialsOf(config, {env, region: region || 'us-east-1', ca}),
    // The caller retries.
    maxAttempts: 1,
    requestHandler: {connectionTimeout: 5_000, httpsAgent: {ca, ...lookup}},
    logger: silentLogger,
  };
}

/** The variables that name another server, by service. */
const VARIABLES = {
  secretsManager: 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  parameterStore: 'AWS_ENDPOINT_URL_SSM',
  kms: 'AWS_ENDPOINT_URL_KMS',
  sts: 'AWS_ENDPOINT_URL_STS',
};

/** A service, and where it is. */
type Place = {
  readonly service: keyof typeof VARIABLES;
  readonly region?: string | undefined;
  readonly profile?: string | undefined;
  readonly endpoint?: string | undefined;
};

/** Returns the certificates to trust. Undefined: those of Node. */
function authorities(file: string | undefined): string[] | 'unreadable' | undefined {
  try {
    return authoritiesIn(file);
  } catch {
    return 'unreadable';
  }
}

type Around = {readonly env: AwsEnvironment; readonly region: string; readonly ca: string[] | undefined};

/**
 * Returns the credentials of this environment alone. The SDK would search the environment of the process, which may contain an
 * identity that the workspace has replaced. A named profile takes precedence.
 */
function credentialsOf(
  {profile: named}: Place,
  {env, region, ca}: Around,
): Pick<AwsClientConfig, 'profile' | 'credentials'> {
  const chosen = credentialOf(env, named ?? undefined);
  if (chosen.kind === 'profile') return {profile: chosen.profile};
  if (chosen.kind === 'pair') return {credentials: chosen.identity};
  const {AWS_ROLE_ARN: roleArn, AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile} = env;
  if (roleArn && tokenFile) return {credentials: webIdentity({roleArn, tokenFile, region, env, ca})};
  return {profile: 'default'};
}
