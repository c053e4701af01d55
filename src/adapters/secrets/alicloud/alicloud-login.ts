import type Credential from '@alicloud/credentials';
import type {NoSecret} from '../../../ports/secret-store.ts';

export type AlicloudEnv = Readonly<Record<string, string | undefined>>;

export type AlicloudCredential = InstanceType<typeof Credential.default>;

/** The default export of a module of CommonJS: loaders differ in where they put it. */
export const defaultOf = <T extends object>(loaded: {readonly default: T} | T): T =>
  'default' in loaded ? loaded.default : loaded;

/** Terraform's names of the keys, and those of Alibaba's own tools, of this environment alone. */
export async function alicloudLogin(env: AlicloudEnv): Promise<{readonly credential: AlicloudCredential} | NoSecret> {
  const config = configOf(env);
  if ('because' in config) return config;
  const loaded = await import('@alicloud/credentials');
  const Client = defaultOf(loaded.default);
  try {
    return {credential: new Client(config.with as ConstructorParameters<typeof Client>[0])};
  } catch {
    return {because: `the credentials of Alibaba Cloud cannot be used (${config.from})`, fault: 'denied'};
  }
}

type Chosen = {readonly from: string; readonly with: Readonly<Record<string, string>>};

function configOf(env: AlicloudEnv): Chosen | NoSecret {
  return keys(env, TERRAFORM) ?? keys(env, OWN) ?? federated(env) ?? machine(env) ?? NONE;
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

function keys(env: AlicloudEnv, names: KeyNames): Chosen | NoSecret | undefined {
  const [id, secret, token] = [env[names.id], env[names.secret], env[names.token]];
  if (!id && !secret) return undefined;
  if (!id || !secret)
    return {
      because: `of the keys of Alibaba Cloud one is missing: ${id ? names.secret : names.id} is not set`,
      fault: 'denied',
    };
  const pair = {accessKeyId: id, accessKeySecret: secret};
  return {from: names.id, with: token ? {type: 'sts', ...pair, securityToken: token} : {type: 'access_key', ...pair}};
}

/** A pod with a RAM role (RRSA). */
function federated(env: AlicloudEnv): Chosen | undefined {
  const roleArn = env['ALIBABA_CLOUD_ROLE_ARN'];
  const oidcProviderArn = env['ALIBABA_CLOUD_OIDC_PROVIDER_ARN'];
  const oidcTokenFilePath = env['ALIBABA_CLOUD_OIDC_TOKEN_FILE'];
  if (!roleArn || !oidcProviderArn || !oidcTokenFilePath) return undefined;
  const roleSessionName = env['ALIBABA_CLOUD_ROLE_SESSION_NAME'] || 'gantry';
  return {
    from: 'ALIBABA_CLOUD_ROLE_ARN',
    with: {type: 'oidc_role_arn', roleArn, oidcProviderArn, oidcTokenFilePath, roleSessionName},
  };
}

function machine(env: AlicloudEnv): Chosen | undefined {
  const roleName = env['ALIBABA_CLOUD_ECS_METADATA'];
  return roleName ? {from: 'ALIBABA_CLOUD_ECS_METADATA', with: {type: 'ecs_ram_role', roleName}} : undefined;
}

const NONE: NoSecret = {
  fault: 'denied',
  because: 'there are no credentials for Alibaba Cloud: ALICLOUD_ACCESS_KEY and ALICLOUD_SECRET_KEY are not set',
  hint: 'Write them into the context of the workspace, or set ALIBABA_CLOUD_ACCESS_KEY_ID and ALIBABA_CLOUD_ACCESS_KEY_SECRET.',
};
