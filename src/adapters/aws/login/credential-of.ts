import {defined} from '../../../lib/defined.ts';
/** An environment with the variables of AWS's own tools. */
export type AwsEnvironment = Readonly<Record<string, string | undefined>>;

/** Keys in the form of the SDK. Without an expiration they do not expire. */
export type AwsIdentity = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
};

/** The credential that an environment selects. */
export type ChosenCredential =
  | {readonly kind: 'profile'; readonly profile: string}
  | {readonly kind: 'pair'; readonly identity: AwsIdentity}
  /** A credential that the SDK finds: in the shared files, by web identity, or from the container or the machine. */
  | {readonly kind: 'found'};

/**
 * Selects the credential in the SDK's own order: a named profile takes precedence over a key pair. @param named the profile in a
 * file, which takes precedence over that of the environment
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
