import type {ChildEnvironment} from '../../../core/workspace/child-environment.ts';
import {groupOf, isCredentialKey} from '../../../core/workspace/provider-groups.ts';
import {type AwsEnvironment, credentialOf} from '../login/credential-of.ts';

/** Returns the environment of the process with the values of the workspace added, and without the variables that they replace. */
export function environmentOf({set, unset}: ChildEnvironment, env: AwsEnvironment): AwsEnvironment {
  const gone = new Set(unset);
  const inherited = Object.entries(env).filter(([name]) => !gone.has(name));
  const own = [...set].map(([name, value]) => [name, value.reveal()] as const);
  return Object.fromEntries([...inherited, ...own]);
}

/**
 * Returns the credentials of the workspace that would not be used. Without a pair or a profile, the SDK searches the environment
 * of the process, which may contain other credentials.
 */
export function unusedCredentials(
  {set}: ChildEnvironment,
  env: AwsEnvironment,
  own: AwsEnvironment,
): readonly string[] {
  if (credentialOf(env).kind !== 'found') return [];
  return [...set.keys()].filter(
    (name) => groupOf(name)?.name === 'aws' && isCredentialKey(name) && env[name] !== own[name],
  );
}
