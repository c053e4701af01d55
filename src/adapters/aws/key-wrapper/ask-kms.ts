import type {JsonObject} from '../../../core/json.ts';
import {objectIn} from '../../../core/secret/no-answer.ts';
import {httpsBesideMetadata} from '../../../lib/https-beside-metadata.ts';
import type {NoDataKey} from '../../../ports/key-wrapper.ts';
import type {WrapperDeps} from '../../../ports/key-wrapper-descriptor.ts';
import {authoritiesIn} from '../login/authorities-in.ts';
import {type AwsClientConfig, clientConfig} from '../login/client-config.ts';
import type {AwsIdentity} from '../login/credential-of.ts';
import {signRequest} from '../login/sign-request.ts';
import type {AwsKmsConfig} from './aws-kms-config.ts';
import {awsKmsProblem, refusal} from './aws-kms-problem.ts';

/** A request to KMS. */
type Use = {readonly action: 'Encrypt' | 'Decrypt'; readonly body: JsonObject};

const BOUNDS = {timeoutMs: 20_000, maxBytes: 1024 * 1024};

/** Sends a signed request to AWS KMS. Returns its result, or the reason of a failure. */
export async function askKms(
  config: AwsKmsConfig,
  {action, body}: Use,
  {env, signal, http = httpsBesideMetadata}: WrapperDeps,
): Promise<{readonly answer: JsonObject} | NoDataKey> {
  const client = clientConfig({...config, region: regionOf(config), service: 'kms'}, {env, besideMetadata: true});
  if ('because' in client) return client;
  try {
    const {region, identity} = await loggedIn(client);
    const url = client.endpoint ?? `https://kms.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
    const text = JSON.stringify(body);
    const headers = {'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${action}`};
    const request = {method: 'POST', url: `${url.replace(/(?<!\/)\/+$/, '')}/`, headers, body: text};
    const ca = env['AWS_CA_BUNDLE'] ? authoritiesIn(env['AWS_CA_BUNDLE'])?.join('\n') : undefined;
    const answer = await http({
      ...request,
      headers: {...headers, ...signRequest(request, {identity, region, service: 'kms', at: new Date()})},
      ca,
      ...BOUNDS,
      proxyEnv: env,
      signal,
    });
    const object = objectIn(answer.body);
    if (answer.status === 200 && object !== undefined) return {answer: object};
    throw refusal(answer.status, object ?? {});
  } catch (error) {
    signal.throwIfAborted();
    return awsKmsProblem(error, {key: config.key, action, env});
  }
}

/** Returns the region of a key that is named by its ARN. */
const regionOf = ({region, key}: AwsKmsConfig): string | undefined =>
  region ?? /^arn:[\w-]+:kms:([\w-]+):/.exec(key)?.[1];

/** Finds the region and the credentials as the SDK does, also those of profiles and of the machine. */
async function loggedIn(client: AwsClientConfig): Promise<{readonly region: string; readonly identity: AwsIdentity}> {
  const {SecretsManagerClient} = await import('@aws-sdk/client-secrets-manager');
  const {config} = new SecretsManagerClient(client);
  return {region: await config.region(), identity: await config.credentials()};
}
