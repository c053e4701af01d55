import type {Secret} from '../../../core/secret/secret.ts';
import type {httpsRequest} from '../../../lib/https-request.ts';

/** An environment with the variables of Alibaba Cloud's own tools. */
export type AlicloudEnv = Readonly<Record<string, string | undefined>>;

/** The keys that sign requests. */
export type AlicloudKeys = {
  readonly id: string;
  readonly secret: Secret;
  /** The token of an STS session. */
  readonly token?: Secret | undefined;
  /** The end of the session, in milliseconds since 1970. Absent: never. */
  readonly until?: number | undefined;
};

/** The dependencies of a login to Alibaba Cloud: the environment, the network, and optionally the metadata service of the machine. */
export type AlicloudDeps = {
  readonly env: AlicloudEnv;
  readonly signal?: AbortSignal | undefined;
  /** The timeout of one request in milliseconds. Default: 20 s. */
  readonly timeoutMs?: number;
  readonly http?: typeof httpsRequest | undefined;
  /** True if other users can write the workspace. The metadata service is then not used. */
  readonly besideMetadata?: boolean;
};
