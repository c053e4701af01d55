import {defined} from '../../../lib/defined.ts';
import {readRegularFile} from '../../../lib/read-regular-file.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AlicloudDeps, AlicloudEnv, AlicloudKeys} from './alicloud-keys.ts';
import {askOnce, sessionKeys} from './session-keys.ts';
import {signRequest} from './sign-request.ts';

const VERSION = '2015-04-01';

/** A role and the duration of its session. */
type Role = {
  readonly roleArn: string;
  readonly session?: string | undefined;
  readonly seconds?: number | undefined;
  /** The STS server, and the region to use without one. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
};

/** Assumes a role with a token of another issuer: AssumeRoleWithOIDC. The file is read each time, because it is renewed. */
export async function assumeRoleWithToken(
  {provider, tokenFile, ...role}: Role & {readonly provider: string; readonly tokenFile: string},
  deps: AlicloudDeps,
): Promise<AlicloudKeys | NoSecret> {
  const token = await readRegularFile(tokenFile).catch(() => undefined);
  if (!Buffer.isBuffer(token))
    return {because: `the token for the role ${role.roleArn} cannot be read: ${tokenFile}`, fault: 'denied'};
  const query = new URLSearchParams({
    Action: 'AssumeRoleWithOIDC',
    Version: VERSION,
    Format: 'JSON',
    Timestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
  });
  const request = {
    url: `https://${serverOf(role, deps.env)}/?${query.toString()}`,
    method: 'POST',
    headers: {'content-type': 'application/x-www-form-urlencoded', accept: 'application/json'},
    body: new URLSearchParams({
      ...parametersOf(role),
      OIDCProviderArn: provider,
      OIDCToken: token.toString('utf8').trim(),
    }).toString(),
  };
  const answer = await askOnce(request, deps);
  return 'because' in answer ? answer : sessionKeys(answer, `the role ${role.roleArn}`);
}

/** Assumes a role with the given keys: AssumeRole. */
export async function assumeRole(
  keys: AlicloudKeys,
  {externalId, ...role}: Role & {readonly externalId?: string | undefined},
  deps: AlicloudDeps,
): Promise<AlicloudKeys | NoSecret> {
  const host = serverOf(role, deps.env);
  const query = {...parametersOf(role), ...defined({ExternalId: externalId})};
  const signed = signRequest({host, action: 'AssumeRole', version: VERSION, query}, keys);
  const request = {url: `https://${host}/?${signed.query}`, method: 'POST', headers: signed.headers};
  const answer = await askOnce(request, deps);
  return 'because' in answer ? answer : sessionKeys(answer, `the role ${role.roleArn}`);
}

const parametersOf = ({roleArn, session, seconds}: Role): Readonly<Record<string, string>> => ({
  RoleArn: roleArn,
  RoleSessionName: session || 'gantry',
  DurationSeconds: String(seconds ?? 3600),
});

function serverOf({endpoint, region: written}: Role, env: AlicloudEnv): string {
  if (endpoint !== undefined) return endpoint;
  const region = written ?? (env['ALIBABA_CLOUD_STS_REGION'] || undefined);
  if (region === undefined) return 'sts.aliyuncs.com';
  const isVpc = env['ALIBABA_CLOUD_VPC_ENDPOINT_ENABLED']?.toLowerCase() === 'true';
  return `${isVpc ? 'sts-vpc' : 'sts'}.${region}.aliyuncs.com`;
}
