import {httpsProblem} from '../../../core/workspace/https-problem.ts';
import {defined} from '../../../lib/defined.ts';
import {lookupBesideMetadata} from '../../../lib/lookup-beside-metadata.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import {authoritiesIn} from '../login/authorities-in.ts';
import {type AwsEnvironment, type AwsIdentity, credentialOf} from '../login/credential-of.ts';
import {endpointIn} from '../login/endpoint-in.ts';
import {silentLogger} from '../login/silent-logger.ts';
import {webIdentity} from '../login/web-identity.ts';
import type {AwsConfig, AwsDeps} from './aws-service.ts';

/** The settings of both SDK clients. */
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
  config: AwsConfig,
  {env, besideMetadata}: Pick<AwsDeps, 'env' | 'besideMetadata'>,
): AwsClientConfig | NoSecret {
  const lookup = besideMetadata === true ? {lookup: lookupBesideMetadata} : {};
  const endpoint = config.endpoint ?? endpointIn(env, variableOf(config.service))?.address;
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

const variableOf = (service: AwsConfig['service']): string =>
  service === 'parameterStore' ? 'AWS_ENDPOINT_URL_SSM' : 'AWS_ENDPOINT_URL_SECRETS_MANAGER';

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
  {profile: named}: AwsConfig,
  {env, region, ca}: Around,
): Pick<AwsClientConfig, 'profile' | 'credentials'> {
  const chosen = credentialOf(env, named ?? undefined);
  if (chosen.kind === 'profile') return {profile: chosen.profile};
  if (chosen.kind === 'pair') return {credentials: chosen.identity};
  const {AWS_ROLE_ARN: roleArn, AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile} = env;
  if (roleArn && tokenFile) return {credentials: webIdentity({roleArn, tokenFile, region, env, ca})};
  return {profile: 'default'};
}
