import {defined} from '../../../lib/defined.ts';
/** Environment with the variables that AWS's own tools read. */
export type AwsEnvironment = Readonly<Record<string, string | undefined>>;

/** Keys as the SDK takes them; without an expiration they do not end. */
export type AwsIdentity = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
};

/** Which credential an environment leads to. */
export type ChosenCredential =
  | {readonly kind: 'profile'; readonly profile: string}
  | {readonly kind: 'pair'; readonly identity: AwsIdentity}
  /** Whatever the SDK finds: in the shared files, by web identity, from the container or the machine. */
  | {readonly kind: 'found'};

/**
 * Chooses the credential in the SDK's own order: a profile that is named counts more than a pair.
 * @param named a profile that a file names, which counts more than that of the environment
 */
export function credentialOf(env: AwsEnvironment, named?: string): ChosenCredential {
  const profile = named ?? (env['AWS_PROFILE'] || undefined);
  if (profile !== undefined) return {kind: 'profile', profile};
  const [accessKeyId, secretAccessKey, sessionToken] = PAIR.map((name) => env[name]);
  if (!accessKeyId || !secretAccessKey) return {kind: 'found'};
  return {
    kind: 'pair',
    identity: {accessKeyId, secretAccessKey, ...defined({sessionToken: sessionToken || undefined})},
  };
}

const PAIR = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const;
