import {Secret} from '../../../core/secret/secret.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AlicloudDeps, AlicloudEnv, AlicloudKeys} from './alicloud-keys.ts';
import {assumeRoleWithToken} from './assume-role.ts';
import {keysAt, machineKeys} from './machine-keys.ts';
import {profileKeys} from './profile-keys.ts';

/** Returns the keys to sign requests with. Keys of a session are renewed before it ends. */
export type AlicloudLogin = () => Promise<AlicloudKeys | NoSecret>;

/**
 * The time before the end of a session at which a new one is requested, in milliseconds. The service refuses requests with an
 * expired session.
 */
const EARLY_MS = 5 * 60_000;

/** Finds the login to Alibaba Cloud, only in the given environment. Concurrent callers share one login. */
export function alicloudLogin(deps: AlicloudDeps): AlicloudLogin {
  let current: Promise<AlicloudKeys | NoSecret> | undefined;
  const get = async (): Promise<AlicloudKeys | NoSecret> => {
    const made = (await (sourceIn(deps) ?? profileKeys(deps))) ?? NONE;
    if ('because' in made) current = undefined;
    return made;
  };
  return async () => {
    const last = current;
    const known = await last;
    if (known !== undefined && ('because' in known || (known.until ?? Infinity) - EARLY_MS > Date.now())) return known;
    // Another caller may have requested new keys meanwhile.
    if (current === last) current = get();
    return current ?? get();
  };
}

type Keys = AlicloudKeys | NoSecret;
type Source = Promise<Keys | undefined> | Keys;

/** Finds the keys under Terraform's variable names, then under those of Alibaba's own tools. Undefined if none of the variables is set. */
function sourceIn(deps: AlicloudDeps): Source | undefined {
  const {env} = deps;
  return keysIn(env, TERRAFORM) ?? keysIn(env, OWN) ?? podRole(deps) ?? namedPlace(deps);
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
    because: `the keys of Alibaba Cloud are incomplete: ${id ? names.secret : names.id} is not set`,
    fault: 'denied',
  };
}

/** Returns the keys of a pod of ACK with a RAM role (RRSA). */
function podRole(deps: AlicloudDeps): Source | undefined {
  const {env} = deps;
  const roleArn = env['ALIBABA_CLOUD_ROLE_ARN'];
  const provider = env['ALIBABA_CLOUD_OIDC_PROVIDER_ARN'] || env['ALICLOUD_OIDC_PROVIDER_ARN'];
  const tokenFile = env['ALIBABA_CLOUD_OIDC_TOKEN_FILE'];
  if (!roleArn || !provider || !tokenFile) return undefined;
  return assumeRoleWithToken({roleArn, provider, tokenFile, session: env['ALIBABA_CLOUD_ROLE_SESSION_NAME']}, deps);
}

/** Returns the keys from a named source. A named source takes precedence over files in the home directory. */
function namedPlace(deps: AlicloudDeps): Source | undefined {
  const {env} = deps;
  if (env['ALICLOUD_PROFILE'] || env['ALIBABA_CLOUD_PROFILE']) return profileKeys(deps);
  const role = env['ALICLOUD_ECS_ROLE_NAME'] || env['ALIBABA_CLOUD_ECS_METADATA'];
  if (role) return machineKeys(role, deps);
  const address = env['ALICLOUD_CREDENTIALS_URI'] || env['ALIBABA_CLOUD_CREDENTIALS_URI'];
  return address ? keysAt(address, deps) : undefined;
}

const NONE: NoSecret = {
  fault: 'denied',
  because: 'no credentials for Alibaba Cloud were found: ALICLOUD_ACCESS_KEY and ALICLOUD_SECRET_KEY are not set',
  hint: 'Write them into the context of the workspace, set ALIBABA_CLOUD_ACCESS_KEY_ID and ALIBABA_CLOUD_ACCESS_KEY_SECRET, or log in with `aliyun configure`.',
};
