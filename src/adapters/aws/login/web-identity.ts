import {readFile} from 'node:fs/promises';
import {isObject, type Json} from '../../../core/json.ts';
import {objectIn} from '../../../core/secret/no-answer.ts';
import {defined} from '../../../lib/defined.ts';
import {httpsRequest} from '../../../lib/https-request.ts';
import type {AwsEnvironment, AwsIdentity} from './credential-of.ts';

type WebIdentity = {
  readonly roleArn: string;
  readonly tokenFile: string;
  readonly region: string;
  readonly env: AwsEnvironment;
  readonly ca: readonly string[] | undefined;
};

/** Assumes a role with a token of another issuer (a pod's service account, a CI system): AssumeRoleWithWebIdentity. */
export const webIdentity =
  ({roleArn, tokenFile, region, env, ca}: WebIdentity) =>
  async (): Promise<AwsIdentity> => {
    const token = await readFile(tokenFile, 'utf8').catch(() => {
      throw named(
        'CredentialsProviderError',
        `the token file ${tokenFile} (AWS_WEB_IDENTITY_TOKEN_FILE) cannot be read`,
      );
    });
    const endpoint = env['AWS_ENDPOINT_URL_STS'] || env['AWS_ENDPOINT_URL'] || `https://sts.${region}.amazonaws.com`;
    const answer = await httpsRequest({
      url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/`,
      method: 'POST',
      headers: {'content-type': 'application/x-www-form-urlencoded', accept: 'application/json'},
      body: new URLSearchParams({
        Action: 'AssumeRoleWithWebIdentity',
        Version: '2011-06-15',
        RoleArn: roleArn,
        RoleSessionName: env['AWS_ROLE_SESSION_NAME'] || 'gantry',
        WebIdentityToken: token.trim(),
      }).toString(),
      timeoutMs: 20_000,
      maxBytes: 1024 * 1024,
      proxyEnv: env,
      ca: ca && ca.join('\n'),
    });
    return identityIn(answer.body.toString('utf8'), {status: answer.status, roleArn});
  };

type Answered = {readonly status: number; readonly roleArn: string};

/** Reads the identity from JSON, or from XML, as other servers than Amazon's respond. */
function identityIn(text: string, {status, roleArn}: Answered): AwsIdentity {
  const field = (name: string): string | undefined =>
    new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? inJson(objectIn(Buffer.from(text)) ?? null, name);
  const [accessKeyId, secretAccessKey, sessionToken] = ['AccessKeyId', 'SecretAccessKey', 'SessionToken'].map(field);
  if (status !== 200 || !accessKeyId || !secretAccessKey) {
    const code = field('Code') ?? `HTTP ${status}`;
    throw named('CredentialsProviderError', `the role ${roleArn} cannot be assumed with the token (${code})`);
  }
  const expiration = new Date(field('Expiration') ?? '');
  return {
    accessKeyId,
    secretAccessKey,
    ...defined({sessionToken, expiration: Number.isNaN(expiration.getTime()) ? undefined : expiration}),
  };
}

/** Returns the first field with that name at any depth. */
function inJson(value: Json, name: string): string | undefined {
  if (!isObject(value)) return undefined;
  const own = value[name];
  // Amazon writes times as seconds.
  if (typeof own === 'number') return new Date(own * 1000).toISOString();
  if (typeof own === 'string') return own;
  for (const part of Object.values(value)) {
    const found = inJson(part, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

const named = (name: string, message: string): Error => Object.assign(new Error(message), {name});
