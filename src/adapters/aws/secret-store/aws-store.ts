import type {NamedSecret, NoSecret, SecretStore} from '../../../ports/secret-store.ts';
import {type Asked, awsProblem} from '../login/aws-problem.ts';
import {clientConfig} from '../login/client-config.ts';
import type {AwsConfig, AwsDeps, AwsService} from './aws-service.ts';
import {parameterStore} from './parameter-store.ts';
import {secretsManager} from './secrets-manager.ts';

const TIMEOUT_MS = 20_000;

/** Opens AWS Secrets Manager, or the Parameter Store of Systems Manager, with the identity of the environment. */
export function awsStore(config: AwsConfig, deps: AwsDeps): SecretStore {
  let opened: Promise<AwsService | NoSecret> | undefined;
  const isParameters = config.service === 'parameterStore';
  const where = config.region === undefined ? '' : ` in ${config.region}`;
  const open = async (): Promise<AwsService | NoSecret> => {
    const client = clientConfig(config, deps);
    if ('because' in client) return client;
    return isParameters ? parameterStore(client) : secretsManager(client);
  };
  return {
    name: `aws (${isParameters ? 'Parameter Store' : 'Secrets Manager'}${where})`,
    // Names of parameters are paths with one value each. A secret of the other service is usually a map.
    first: isParameters ? 'whole' : 'property',
    fetch: async (secret) => {
      const asked = askedFor(secret, isParameters, deps);
      try {
        const service = await (opened ??= open());
        if ('because' in service) return service;
        const late = AbortSignal.timeout(deps.timeoutMs ?? TIMEOUT_MS);
        return await service.fetch(secret, deps.signal ? AbortSignal.any([late, deps.signal]) : late);
      } catch (error) {
        deps.signal?.throwIfAborted();
        return awsProblem(error, asked);
      }
    },
  };
}

const askedFor = ({name, version}: NamedSecret, isParameters: boolean, {env}: AwsDeps): Asked => ({
  name: name.join('/'),
  version,
  action: isParameters ? 'ssm:GetParameter' : 'secretsmanager:GetSecretValue',
  env,
});
