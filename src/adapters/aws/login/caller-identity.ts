import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {httpsBesideMetadata} from '../../../lib/https-beside-metadata.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {AccountAnswer, ConfiguredAccount} from '../../../ports/account-identity.ts';
import {authoritiesIn} from './authorities-in.ts';
import {clientConfig} from './client-config.ts';
import type {AwsEnvironment, AwsIdentity} from './credential-of.ts';
import {signRequest} from './sign-request.ts';

const BOUNDS = {timeoutMs: 20_000, maxBytes: 64 * 1024};
const BODY = 'Action=GetCallerIdentity&Version=2011-06-15';

/** Files that only the provider reads, because the library reads those of this process. */
const FILES = ['shared_credentials_files', 'shared_config_files'];

/** Settings for servers without a security token service, such as other implementations of S3. */
const SKIPS = ['skip_credentials_validation', 'skip_requesting_account_id'];

/** Asks AWS which account the keys of a provider belong to. With a role, returns the account of the role. */
export async function callerIdentity(
  {block, variables}: Pick<ConfiguredAccount, 'block' | 'variables'>,
  {env: own, signal}: {readonly env: AwsEnvironment; readonly signal: AbortSignal},
): Promise<AccountAnswer> {
  const role = accountOfRole(block);
  if (role !== undefined) return {account: role};
  if (SKIPS.some((name) => block[name] === true) || FILES.some((name) => block[name] !== undefined))
    return {unknown: true};
  const env = {
    ...withoutAws(own),
    ...Object.fromEntries([...variables].map(([name, value]) => [name, value.reveal()])),
  };
  const client = clientConfig({service: 'sts', ...stsOf(block)}, {env});
  if ('because' in client) return {fault: 'denied', because: client.because};
  // The library reads the path of the shared files only from the environment of this process.
  if (variables.has('AWS_SHARED_CREDENTIALS_FILE') && typeof client.credentials !== 'object') return {unknown: true};
  const identity = await credentials(client);
  if (identity === undefined) return {fault: 'denied', because: 'no keys were found'};
  const region = client.region ?? 'us-east-1';
  const base = client.endpoint ?? `https://sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const headers = {'content-type': 'application/x-www-form-urlencoded; charset=utf-8'};
  const request = {method: 'POST', url: `${base.replace(/(?<!\/)\/+$/, '')}/`, headers, body: BODY};
  const ca = env['AWS_CA_BUNDLE'] ? authoritiesIn(env['AWS_CA_BUNDLE'])?.join('\n') : undefined;
  try {
    const answer = await httpsBesideMetadata({
      ...request,
      headers: {...headers, ...signRequest(request, {identity, region, service: 'sts', at: new Date()})},
      ca,
      ...BOUNDS,
      proxyEnv: own,
      signal,
    });
    return answerOf(answer.status, answer.body.toString('utf8'));
  } catch (error) {
    if (!(error instanceof HttpsFailure)) throw error;
    return {fault: 'unreachable', because: `no response from ${error.message}`};
  }
}

function answerOf(status: number, text: string): AccountAnswer {
  const account = /<Account>(\d{12})<\/Account>/.exec(text)?.[1];
  if (status === 200 && account !== undefined) return {account};
  const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? `HTTP ${status}`;
  if (/Expired/.test(code)) return {fault: 'denied', because: 'the keys have expired'};
  if (status === 400 || status === 401 || status === 403)
    return {fault: 'denied', because: `AWS does not recognize the keys (${code})`};
  return {fault: 'unreachable', because: `AWS did not answer which account they belong to (${code})`};
}

/** Finds the keys as the SDK does, also those of profiles and of the machine. Undefined: none were found. */
async function credentials(client: object): Promise<AwsIdentity | undefined> {
  const {SecretsManagerClient} = await import('@aws-sdk/client-secrets-manager');
  return new SecretsManagerClient(client).config.credentials().catch(() => undefined);
}

/** Returns the settings of the security token service in the configuration of a provider. */
function stsOf(block: JsonObject): {readonly region: string | undefined; readonly endpoint: string | undefined} {
  const endpoint = textIn(firstOf(block['endpoints']), 'sts');
  const region = textIn(block, 'sts_region') ?? textIn(block, 'region');
  return {region, endpoint};
}

/** Returns the account in the ARN of the role that the provider takes at last. */
function accountOfRole(block: JsonObject): string | undefined {
  const roles = ['assume_role', 'assume_role_with_web_identity'].map((name) => lastOf(block[name]));
  const arn = roles.map((role) => textIn(role, 'role_arn')).find((text) => text !== undefined);
  return arn === undefined ? undefined : /^arn:[\w-]+:iam::(\d{12}):role\//.exec(arn)?.[1];
}

const firstOf = (value: Json | undefined): Json | undefined => (isList(value) ? value[0] : value);
const lastOf = (value: Json | undefined): Json | undefined => (isList(value) ? value.at(-1) : value);

function textIn(value: Json | undefined, name: string): string | undefined {
  const text = isObject(value) ? value[name] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** The provider gets no variable of AWS from this process except those that are decided for it. */
const withoutAws = (env: AwsEnvironment): AwsEnvironment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('AWS_')));
