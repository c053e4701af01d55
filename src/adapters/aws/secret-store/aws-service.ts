import type {NamedSecret, SecretReading} from '../../../ports/secret-store.ts';
import type {AwsEnvironment} from '../login/credential-of.ts';

/** A workspace's secret store in AWS: Secrets Manager or the Parameter Store. */
export type AwsConfig = {
  readonly kind: 'aws';
  readonly service: 'secretsManager' | 'parameterStore';
  readonly region?: string | undefined;
  readonly profile?: string | undefined;
  readonly endpoint?: string | undefined;
};

/** What the AWS secret store may use; `timeoutMs` is for one request. */
export type AwsDoors = {
  readonly env: AwsEnvironment;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** The name of an endpoint may not lead to a metadata address. */
  readonly besideMetadata?: boolean;
};

/** One of the two services of AWS that keep secrets. */
export type AwsService = {
  /** Where it is: the region is known when it has been opened. */
  readonly region: string;
  readonly fetch: (secret: NamedSecret, signal: AbortSignal) => Promise<SecretReading>;
};
