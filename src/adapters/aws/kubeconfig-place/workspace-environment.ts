import type {ChildEnvironment} from '../../../core/workspace/child-environment.ts';
import {groupOf, isCredentialKey} from '../../../core/workspace/provider-groups.ts';

export type AwsEnvironment = Readonly<Record<string, string | undefined>>;

/** The environment of the process with what the workspace says laid over it, and without what that replaces. */
export function environmentOf({set, unset}: ChildEnvironment, env: AwsEnvironment): AwsEnvironment {
  const gone = new Set(unset);
  const inherited = Object.entries(env).filter(([name]) => !gone.has(name));
  const own = [...set].map(([name, value]) => [name, value.reveal()] as const);
  return Object.fromEntries([...inherited, ...own]);
}

type Identity = {readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string};

/** Which credential it leads to, in the SDK's own order: a profile that is named counts more than a pair. */
export type Chosen =
  | {readonly kind: 'profile'; readonly profile: string}
  | {readonly kind: 'pair'; readonly identity: Identity}
  /** Whatever the SDK finds: in the shared files, by web identity, from the container or the machine. */
  | {readonly kind: 'found'};

export function credentialOf(env: AwsEnvironment): Chosen {
  const profile = env['AWS_PROFILE'];
  if (profile) return {kind: 'profile', profile};
  const [accessKeyId, secretAccessKey, sessionToken] = PAIR.map((name) => env[name]);
  if (!accessKeyId || !secretAccessKey) return {kind: 'found'};
  return {kind: 'pair', identity: {accessKeyId, secretAccessKey, ...(sessionToken ? {sessionToken} : {})}};
}

const PAIR = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const;

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
