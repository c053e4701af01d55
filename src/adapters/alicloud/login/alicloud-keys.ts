import type {Secret} from '../../../core/secret/secret.ts';
import type {httpsRequest} from '../../../lib/https-request.ts';

/** Environment with the variables that Alibaba Cloud's own tools read. */
export type AlicloudEnv = Readonly<Record<string, string | undefined>>;

/** What requests are signed with. */
export type AlicloudKeys = {
  readonly id: string;
  readonly secret: Secret;
  /** Of a session of STS. */
  readonly token?: Secret | undefined;
  /** When the session ends, in milliseconds since 1970. Absent: never. */
  readonly until?: number | undefined;
};

/** What a login to Alibaba Cloud may use: environment, network, and perhaps the metadata service of the machine. */
export type AlicloudDoors = {
  readonly env: AlicloudEnv;
  readonly signal?: AbortSignal | undefined;
  /** Of one request. Default: 20 s. */
  readonly timeoutMs?: number;
  readonly http?: typeof httpsRequest | undefined;
  /** A workspace that others can write chose the store: the machine is not asked for its credentials. */
  readonly besideMetadata?: boolean;
};
