import {Secret} from '../../../core/secret/secret.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AlicloudDoors, AlicloudEnv, AlicloudKeys} from './alicloud-keys.ts';
import {assumeRoleWithToken} from './assume-role.ts';
import {keysAt, machineKeys} from './machine-keys.ts';
import {profileKeys} from './profile-keys.ts';

/** The keys to sign with now. Those of a session are asked for again before it ends. */
export type AlicloudLogin = () => Promise<AlicloudKeys | NoSecret>;

/** The service refuses requests with a session that has ended: a new one is asked for this long before. */
const EARLY_MS = 5 * 60_000;

/** Finds who we are to Alibaba Cloud, in the given environment alone. However many ask at once: it is one login. */
export function alicloudLogin(doors: AlicloudDoors): AlicloudLogin {
  let current: Promise<AlicloudKeys | NoSecret> | undefined;
  const get = async (): Promise<AlicloudKeys | NoSecret> => {
    const made = (await (sourceIn(doors) ?? profileKeys(doors))) ?? NONE;
    if ('because' in made) current = undefined;
    return made;
  };
  return async () => {
    const last = current;
    const known = await last;
    if (known !== undefined && ('because' in known || (known.until ?? Infinity) - EARLY_MS > Date.now())) return known;
    // Another one may have asked for new ones meanwhile.
    if (current === last) current = get();
    return current ?? get();
  };
}

type Keys = AlicloudKeys | NoSecret;
type Source = Promise<Keys | undefined> | Keys;

/** Terraform's names of the keys, then those of Alibaba's own tools; undefined: none of the variables is set. */
function sourceIn(doors: AlicloudDoors): Source | undefined {
  const {env} = doors;
  return keysIn(env, TERRAFORM) ?? keysIn(env, OWN) ?? podRole(doors) ?? namedPlace(doors);
}

type KeyNames = {readonly id: string; readonly secret: string; readonly token: string};

const TERRAFORM: KeyNames = {
  id: 'ALICLOUD_ACCESS_KEY',
  secret: 'ALICLOUD_SECRET_KEY',
  token: 'ALICLOUD_SECURITY_TOKEN',
};
const OWN: KeyNames = {
  id: 'ALIBABA_CLOUD_ACCESS_KEY_ID',
  secret: 'ALIBABA_CLOUD_ACCESS_KEY_SECRET',
  token: 'ALIBABA_CLOUD_SECURITY_TOKEN',
};

function keysIn(env: AlicloudEnv, names: KeyNames): AlicloudKeys | NoSecret | undefined {
  const [id, secret, token] = [env[names.id], env[names.secret], env[names.token]];
  if (!id && !secret) return undefined;
  if (id && secret) return {id, secret: new Secret(secret), token: token ? new Secret(token) : undefined};
  return {
    because: `of the keys of Alibaba Cloud one is missing: ${id ? names.secret : names.id} is not set`,
    fault: 'denied',
  };
}

/** A pod of ACK with a RAM role (RRSA). */
function podRole(doors: AlicloudDoors): Source | undefined {
  const {env} = doors;
  const roleArn = env['ALIBABA_CLOUD_ROLE_ARN'];
  const provider = env['ALIBABA_CLOUD_OIDC_PROVIDER_ARN'] || env['ALICLOUD_OIDC_PROVIDER_ARN'];
  const tokenFile = env['ALIBABA_CLOUD_OIDC_TOKEN_FILE'];
  if (!roleArn || !provider || !tokenFile) return undefined;
  return assumeRoleWithToken({roleArn, provider, tokenFile, session: env['ALIBABA_CLOUD_ROLE_SESSION_NAME']}, doors);
}

/** What is named counts more than what lies in the home directory. */
function namedPlace(doors: AlicloudDoors): Source | undefined {
  const {env} = doors;
  if (env['ALICLOUD_PROFILE'] || env['ALIBABA_CLOUD_PROFILE']) return profileKeys(doors);
  const role = env['ALICLOUD_ECS_ROLE_NAME'] || env['ALIBABA_CLOUD_ECS_METADATA'];
  if (role) return machineKeys(role, doors);
  const address = env['ALICLOUD_CREDENTIALS_URI'] || env['ALIBABA_CLOUD_CREDENTIALS_URI'];
  return address ? keysAt(address, doors) : undefined;
}

const NONE: NoSecret = {
  fault: 'denied',
  because: 'there are no credentials for Alibaba Cloud: ALICLOUD_ACCESS_KEY and ALICLOUD_SECRET_KEY are not set',
  hint: 'Write them into the context of the workspace, set ALIBABA_CLOUD_ACCESS_KEY_ID and ALIBABA_CLOUD_ACCESS_KEY_SECRET, or log in with `aliyun configure`.',
};
