import {homedir} from 'node:os';
import {join} from 'node:path';
import {isList, isObject, type JsonObject} from '../../../core/json.ts';
import {objectIn} from '../../../core/secret/no-answer.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {readRegularFile} from '../../../lib/read-regular-file.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AlicloudDeps, AlicloudEnv, AlicloudKeys} from './alicloud-keys.ts';
import {assumeRole, assumeRoleWithToken} from './assume-role.ts';
import {keysAt, machineKeys} from './machine-keys.ts';

type Keys = AlicloudKeys | NoSecret;

/** Returns the keys of a profile of the `aliyun` command: the named one, else the current one. Undefined if there is none. */
export async function profileKeys(deps: AlicloudDeps): Promise<Keys | undefined> {
  const {env} = deps;
  const named = env['ALICLOUD_PROFILE'] || env['ALIBABA_CLOUD_PROFILE'] || undefined;
  if (named === undefined && env['ALIBABA_CLOUD_CLI_PROFILE_DISABLED']?.toLowerCase() === 'true') return undefined;
  const file = fileIn(env);
  const content = await readRegularFile(file).catch(() => undefined);
  if (!Buffer.isBuffer(content))
    return named === undefined ? undefined : denied(`the file of the profile ${named} cannot be read: ${file}`);
  const {current, profiles} = objectIn(content) ?? {};
  if (!isList(profiles)) return denied(`${file} contains no Alibaba Cloud profiles`);
  const name = named ?? (typeof current === 'string' ? current : 'default');
  return keysOf(name, {profiles: profiles.filter(isObject), file, seen: []}, deps);
}

function fileIn(env: AlicloudEnv): string {
  const written = env['ALICLOUD_SHARED_CREDENTIALS_FILE'];
  const home = env['HOME'] || env['USERPROFILE'] || homedir();
  if (!written) return join(home, '.aliyun', 'config.json');
  return written.startsWith('~/') ? join(home, written.slice(2)) : written;
}

type Place = {
  readonly profiles: readonly JsonObject[];
  readonly file: string;
  /** The names of the profiles that refer to this one. */
  readonly seen: readonly string[];
};

async function keysOf(name: string, place: Place, deps: AlicloudDeps): Promise<Keys> {
  const {profiles, file, seen} = place;
  const where = `the profile ${name} in ${file}`;
  const profile = profiles.find((one) => one['name'] === name);
  if (profile === undefined) return denied(`profile ${name} does not exist in ${file}`, 'Run `aliyun configure list`.');
  if (seen.includes(name)) return denied(`${where} refers back to itself`);
  const mode = textIn(profile, 'mode') ?? 'AK';
  const known = BY_MODE.get(mode);
  if (known !== undefined) return known({profile, where, place: {...place, seen: [...seen, name]}}, deps);
  return denied(
    `${where} has the unknown mode ${mode}`,
    `Use a profile of one of these modes: ${[...BY_MODE.keys()].join(', ')}.`,
  );
}

type Found = {readonly profile: JsonObject; readonly where: string; readonly place: Place};

const BY_MODE: ReadonlyMap<string, (found: Found, deps: AlicloudDeps) => Keys | Promise<Keys>> = new Map([
  ['AK', writtenKeys],
  ['StsToken', writtenKeys],
  ['RamRoleArn', keysOfRole],
  ['ChainableRamRoleArn', keysOfRole],
  ['EcsRamRole', ({profile}, deps) => machineKeys(textIn(profile, 'ram_role_name') ?? '', deps)],
  ['OIDC', keysForToken],
  ['CredentialsURI', ({profile}, deps) => keysAt(textIn(profile, 'credentials_uri') ?? '', deps)],
  // The command stores the keys that it received last.
  ['CloudSSO', keptKeys],
  ['OAuth', keptKeys],
  ['External', keptKeys],
]);

async function keysOfRole({profile, where, place}: Found, deps: AlicloudDeps): Promise<Keys> {
  const role = roleIn(profile);
  if (role === undefined) return denied(`${where} has no ram_role_arn`);
  const source = textIn(profile, 'source_profile');
  const keys = source === undefined ? writtenKeys({profile, where}) : await keysOf(source, place, deps);
  return 'because' in keys ? keys : assumeRole(keys, role, deps);
}

function keysForToken({profile, where}: Found, deps: AlicloudDeps): Keys | Promise<Keys> {
  const role = roleIn(profile);
  const [provider, tokenFile] = [textIn(profile, 'oidc_provider_arn'), textIn(profile, 'oidc_token_file')];
  return role === undefined || provider === undefined || tokenFile === undefined
    ? denied(`${where} needs ram_role_arn, oidc_provider_arn and oidc_token_file`)
    : assumeRoleWithToken({...role, provider, tokenFile}, deps);
}

function roleIn(profile: JsonObject) {
  const roleArn = textIn(profile, 'ram_role_arn');
  if (roleArn === undefined) return undefined;
  return {
    roleArn,
    session: textIn(profile, 'ram_session_name'),
    seconds: secondsIn(profile),
    endpoint: textIn(profile, 'sts_endpoint'),
    region: textIn(profile, 'sts_region'),
    externalId: textIn(profile, 'external_id'),
  };
}

function writtenKeys({profile, where}: Pick<Found, 'profile' | 'where'>): Keys {
  const [id, secret] = [textIn(profile, 'access_key_id'), textIn(profile, 'access_key_secret')];
  if (id === undefined || secret === undefined) return denied(`${where} has no access_key_id or no access_key_secret`);
  const token = textIn(profile, 'sts_token');
  return {id, secret: new Secret(secret), token: token === undefined ? undefined : new Secret(token)};
}

function keptKeys({profile, where}: Found): Keys {
  const end = profile['sts_expiration'];
  const until = typeof end === 'number' ? end * 1000 : 0;
  if (until > Date.now()) {
    const keys = writtenKeys({profile, where});
    return 'because' in keys ? keys : {...keys, until};
  }
  return denied(
    `${where} has no valid keys (mode ${textIn(profile, 'mode')})`,
    'Log in again with the `aliyun` command, which stores the keys of such a profile.',
  );
}

const textIn = (profile: JsonObject, field: string): string | undefined => {
  const value = profile[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

function secondsIn({duration_seconds: duration, expired_seconds: expired}: JsonObject): number | undefined {
  return [duration, expired].find((value) => typeof value === 'number' && value >= 900) as number | undefined;
}

const denied = (because: string, hint?: string): NoSecret => ({
  because,
  fault: 'denied',
  hint,
});
