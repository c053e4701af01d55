import {GantryError} from '../../../core/failure/failure.ts';
import {scrubText} from '../../../core/secret/scrub-text.ts';
import {defined} from '../../../lib/defined.ts';
import {type AwsEnvironment, type AwsIdentity, credentialOf} from '../login/credential-of.ts';
import {replyOf} from '../login/sdk-reply.ts';
import type {S3Config} from './s3-config.ts';

/**
 * Returns the explicit credentials: those of the configuration, else the pair in the environment. Undefined: the SDK searches the
 * shared files, web identity, and the metadata of the container or the machine.
 */
export function writtenCredentials(config: S3Config, env: AwsEnvironment): AwsIdentity | undefined {
  const {credentials} = config;
  if (credentials !== undefined) {
    const {accessKeyId, secretAccessKey, sessionToken} = credentials;
    return {
      accessKeyId: accessKeyId.reveal(),
      secretAccessKey: secretAccessKey.reveal(),
      ...defined({sessionToken: sessionToken?.reveal()}),
    };
  }
  const chosen = credentialOf(env, config.profile);
  return chosen.kind === 'pair' ? chosen.identity : undefined;
}

/** Returns the profile. The profile of the workspace takes precedence over AWS_PROFILE. An empty variable counts as not set. */
export const profileOf = ({profile}: Pick<S3Config, 'profile'>, env: AwsEnvironment): string | undefined =>
  profile ?? (env['AWS_PROFILE'] || undefined);

type Looked = {readonly backend: string; readonly config: S3Config; readonly env: AwsEnvironment};

/** Returns the error for missing credentials, or for a source that did not return any. */
export function credentialFailure(error: unknown, {backend, config, env}: Looked): GantryError {
  const {code, message} = replyOf(error);
  const none = message.startsWith('Could not load credentials from any providers');
  const problem = none
    ? `no credentials were found; searched ${sourcesOf(config, env).join(', ')}`
    : `the credentials could not be obtained: ${scrubText(message, secretsIn(env))} (${code})`;
  const hint =
    'Set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or log in with the tool that created the profile';
  return new GantryError({code: 'backend/credential', backend, problem, hint}, {cause: error});
}

/** Returns the searched sources in their order. */
function sourcesOf(config: S3Config, env: AwsEnvironment): readonly string[] {
  const profile = profileOf(config, env);
  const files = `${env['AWS_SHARED_CREDENTIALS_FILE'] ?? '~/.aws/credentials'} and ${env['AWS_CONFIG_FILE'] ?? '~/.aws/config'}`;
  const container = env['AWS_CONTAINER_CREDENTIALS_FULL_URI'] ?? env['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'];
  const disabled = env['AWS_EC2_METADATA_DISABLED'];
  return [
    ...(profile === undefined ? [`AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (${partly(env)})`] : []),
    `the profile ${profile ?? 'default'} in ${files}`,
    `AWS_WEB_IDENTITY_TOKEN_FILE with AWS_ROLE_ARN (${env['AWS_WEB_IDENTITY_TOKEN_FILE'] ? 'set' : 'not set'})`,
    container
      ? 'the credentials of the container'
      : `the metadata of the machine (${disabled && disabled !== 'false' ? 'disabled by AWS_EC2_METADATA_DISABLED' : 'no response'})`,
  ];
}

function partly(env: AwsEnvironment): string {
  const set = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].filter((name) => env[name]);
  return set.length === 0 ? 'not set' : `only ${set.join('')} is set`;
}

const secretsIn = (env: AwsEnvironment): readonly string[] =>
  ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_CONTAINER_AUTHORIZATION_TOKEN'].flatMap(
    (name) => env[name] || [],
  );
