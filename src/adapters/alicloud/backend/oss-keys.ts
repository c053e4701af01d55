import {GantryError} from '../../../core/failure/failure.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AlicloudKeys} from '../login/alicloud-keys.ts';
import {alicloudLogin} from '../login/alicloud-login.ts';
import type {OssConfig} from './oss-config.ts';
import type {OssOptions} from './oss-options.ts';

/** Returns a function for the keys of a bucket: those of the backend, else those of the login of the environment. */
export function keysOf(
  {credentials, profile}: OssConfig,
  {env, signal, http}: OssOptions,
  backend: string,
): () => Promise<AlicloudKeys> {
  if (credentials !== undefined) {
    const {accessKeyId, accessKeySecret: secret, securityToken: token} = credentials;
    return async () => ({id: accessKeyId.reveal(), secret, token});
  }
  const own = profile === undefined ? env : asProfile(env, profile);
  const login = alicloudLogin({
    env: own,
    signal,
    http,
  });
  return async () => {
    const keys = await login();
    if ('because' in keys) throw credentialFailure(keys, backend);
    return keys;
  };
}

/** Returns the environment for a profile. A profile in the backend takes precedence over keys in the environment. */
function asProfile(env: OssOptions['env'], profile: string): OssOptions['env'] {
  const others = /^(?:ALICLOUD|ALIBABA_CLOUD)_(?:ACCESS_KEY|SECRET_KEY|SECURITY_TOKEN|ROLE_ARN)/;
  const kept = Object.entries(env).filter(([variable]) => !others.test(variable));
  return {...Object.fromEntries(kept), ALICLOUD_PROFILE: profile};
}

function credentialFailure({because, hint, fault, transient}: NoSecret, backend: string): GantryError {
  const advice = hint ?? 'Set ALICLOUD_ACCESS_KEY and ALICLOUD_SECRET_KEY, or log in with `aliyun configure`.';
  return new GantryError(
    fault === 'unreachable' || transient === true
      ? {code: 'backend/io', detail: `${backend}: the login failed: ${because}`, hint: hint ?? 'Run the command again.'}
      : {code: 'backend/credential', backend, problem: because, hint: advice},
  );
}
