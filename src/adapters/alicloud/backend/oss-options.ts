import type {Patience} from '../../../lib/attempts.ts';
import type {httpsRequest} from '../../../lib/https-request.ts';
import type {AlicloudEnv} from '../login/alicloud-keys.ts';

/** The dependencies of the OSS backend besides its configuration. Tests replace `http`. */
export type OssOptions = {
  readonly env: AlicloudEnv;
  readonly patience?: Partial<Patience>;
  /** The maximum size of one response. Default: 256 MiB, far more than Gantry stores. */
  readonly maxAnswerBytes?: number;
  /** Aborts when the caller no longer waits for responses. */
  readonly signal?: AbortSignal;
  readonly http?: typeof httpsRequest;
};
