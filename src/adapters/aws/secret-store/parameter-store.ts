import {Secret} from '../../../core/secret/secret.ts';
import type {SecretReading} from '../../../ports/secret-store.ts';
import {boundAnswer} from '../login/bound-answer.ts';
import {AT_ANSWER} from '../login/bound-sdk-answer.ts';
import type {AwsClientConfig} from '../login/client-config.ts';
import type {AwsService} from './aws-service.ts';

/** Opens the Parameter Store of AWS Systems Manager. Each parameter is one GetParameter with decryption. */
export async function parameterStore(config: AwsClientConfig): Promise<AwsService> {
  const {GetParameterCommand, SSMClient} = await import('@aws-sdk/client-ssm');
  const client = new SSMClient(config);
  client.middlewareStack.add((next) => async (args) => boundAnswer(await next(args)), AT_ANSWER);
  return {
    region: await client.config.region(),
    fetch: async ({name, version}, abortSignal): Promise<SecretReading> => {
      const selector = version === undefined ? '' : `:${version}`;
      const Name = `${parameterName(name)}${selector}`;
      const {Parameter} = await client.send(new GetParameterCommand({Name, WithDecryption: true}), {abortSignal});
      return Parameter?.Value === undefined
        ? {because: `the parameter ${parameterName(name)} has no value in AWS`}
        : {value: new Secret(Parameter.Value)};
    },
  };
}

/** Returns the name of a parameter. A hierarchical name begins with a slash, which a reference cannot express. */
const parameterName = (name: readonly string[]): string =>
  name.length === 1 || name[0]?.startsWith('arn:') ? name.join('/') : `/${name.join('/')}`;
