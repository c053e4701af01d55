import {Secret} from '../../../core/secret/secret.ts';
import type {NamedSecret, SecretReading} from '../../../ports/secret-store.ts';
import {boundAnswer} from '../login/bound-answer.ts';
import {AT_ANSWER} from '../login/bound-sdk-answer.ts';
import type {AwsClientConfig} from '../login/client-config.ts';
import type {AwsService} from './aws-service.ts';

/** Opens AWS Secrets Manager. Each secret is one GetSecretValue. */
export async function secretsManager(config: AwsClientConfig): Promise<AwsService> {
  const {GetSecretValueCommand, SecretsManagerClient} = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient(config);
  client.middlewareStack.add((next) => async (args) => boundAnswer(await next(args)), AT_ANSWER);
  return {
    region: await client.config.region(),
    fetch: async ({name, version}, abortSignal): Promise<SecretReading> => {
      const input = {SecretId: name.join('/'), ...versionOf(version)};
      const {SecretString, SecretBinary} = await client.send(new GetSecretValueCommand(input), {abortSignal});
      if (SecretString !== undefined) return {value: new Secret(SecretString)};
      if (SecretBinary !== undefined) return {value: new Secret(SecretBinary)};
      return {because: `${name.join('/')} has no value in AWS`};
    },
  };
}

/** Returns the version of a request: a stage (`AWSPREVIOUS`), or `uuid/ID`. */
function versionOf(version: NamedSecret['version']): {VersionId: string} | {VersionStage: string} | undefined {
  if (version === undefined) return undefined;
  return version.startsWith('uuid/') ? {VersionId: version.slice('uuid/'.length)} : {VersionStage: version};
}
