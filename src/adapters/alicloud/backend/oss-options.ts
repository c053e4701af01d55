import type {Patience} from '../../../lib/attempts.ts';
import type {httpsRequest} from '../../../lib/https-request.ts';
import type {AlicloudEnv} from '../login/alicloud-keys.ts';

/** What the OSS backend needs besides its configuration; `http` replaces Node's request in tests. */
export type OssOptions = {
  readonly env: AlicloudEnv;
  readonly patience?: Partial<Patience>;
  /** Of one answer. Default: 256 MiB; what we store is far smaller. */
  readonly maxAnswerBytes?: number;
  /** Nobody waits for answers any more. */
  readonly signal?: AbortSignal;
  readonly http?: typeof httpsRequest;
};
