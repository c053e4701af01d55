import type {SecretStoreConfig} from '../../../core/secret/store-config.ts';
import type {NamedSecret, NoSecret, SecretReading, SecretStore} from '../../../ports/secret-store.ts';
import type {AwsEnvironment} from '../login/credential-of.ts';
import {clientConfig} from './aws-config.ts';
import {type Asked, awsProblem} from './aws-problem.ts';
import {parameterStore} from './parameter-store.ts';
import {secretsManager} from './secrets-manager.ts';

export type AwsConfig = Extract<SecretStoreConfig, {kind: 'aws'}>;

export type AwsDoors = {
  readonly env: AwsEnvironment;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** The name of an endpoint may not lead to a metadata address. */
  readonly besideMetadata?: boolean;
};

/** One of the two services of AWS that keep secrets. */
export type AwsService = {
  /** Where it is: the region is known when it has been opened. */
  readonly region: string;
  readonly fetch: (secret: NamedSecret, signal: AbortSignal) => Promise<SecretReading>;
};

const TIMEOUT_MS = 20_000;

/** AWS Secrets Manager, or the Parameter Store of Systems Manager, as whom the environment says. */
export function awsStore(config: AwsConfig, doors: AwsDoors): SecretStore {
  let opened: Promise<AwsService | NoSecret> | undefined;
  const isParameters = config.service === 'parameterStore';
  const where = config.region === undefined ? '' : ` in ${config.region}`;
  const open = async (): Promise<AwsService | NoSecret> => {
    const client = clientConfig(config, doors);
    if ('because' in client) return client;
    return isParameters ? parameterStore(client) : secretsManager(client);
  };
  return {
    name: `aws (${isParameters ? 'Parameter Store' : 'Secrets Manager'}${where})`,
    // Names of parameters are paths, each with one value; a secret of the other service is mostly a map.
    first: isParameters ? 'whole' : 'property',
    fetch: async (secret) => {
      const asked = askedFor(secret, isParameters, doors);
      try {
        const service = await (opened ??= open());
        if ('because' in service) return service;
        const late = AbortSignal.timeout(doors.timeoutMs ?? TIMEOUT_MS);
        return await service.fetch(secret, doors.signal ? AbortSignal.any([late, doors.signal]) : late);
      } catch (error) {
        doors.signal?.throwIfAborted();
        return awsProblem(error, asked);
      }
    },
  };
}

const askedFor = ({name, version}: NamedSecret, isParameters: boolean, {env}: AwsDoors): Asked => ({
  name: name.join('/'),
  ...(version === undefined ? {} : {version}),
  action: isParameters ? 'ssm:GetParameter' : 'secretsmanager:GetSecretValue',
  env,
});
