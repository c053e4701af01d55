import type {NamedSecret, SecretReading} from '../../../ports/secret-store.ts';
import type {AwsEnvironment} from '../login/credential-of.ts';

/** The configuration of a secret store in AWS: Secrets Manager or the Parameter Store. */
export type AwsConfig = {
  readonly kind: 'aws';
  readonly service: 'secretsManager' | 'parameterStore';
  readonly region?: string | undefined;
  readonly profile?: string | undefined;
  readonly endpoint?: string | undefined;
};

/** The dependencies of the AWS secret store. `timeoutMs` limits one request. */
export type AwsDeps = {
  readonly env: AwsEnvironment;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** True if the name of an endpoint must not resolve to a metadata address. */
  readonly besideMetadata?: boolean;
};

/** One of the two secret services of AWS. */
export type AwsService = {
  /** The region, known after the service has been opened. */
  readonly region: string;
  readonly fetch: (secret: NamedSecret, signal: AbortSignal) => Promise<SecretReading>;
};
