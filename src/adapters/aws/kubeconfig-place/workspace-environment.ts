import type {ChildEnvironment} from '../../../core/workspace/child-environment.ts';
import {groupOf, isCredentialKey} from '../../../core/workspace/provider-groups.ts';
import {type AwsEnvironment, credentialOf} from '../login/credential-of.ts';

/** The environment of the process with what the workspace says laid over it, and without what that replaces. */
export function environmentOf({set, unset}: ChildEnvironment, env: AwsEnvironment): AwsEnvironment {
  const gone = new Set(unset);
  const inherited = Object.entries(env).filter(([name]) => !gone.has(name));
  const own = [...set].map(([name, value]) => [name, value.reveal()] as const);
  return Object.fromEntries([...inherited, ...own]);
}

/**
 * Credentials of the workspace that would not be used: whatever is neither a pair nor a profile the SDK looks for in the environment
 * of the process, where somebody else's stand.
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
