import type {httpsRequest} from '../../../lib/https-request.ts';

/** What a login to Google Cloud may use; `http` replaces Node's request in tests. */
export type GcpDoors = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  readonly http?: typeof httpsRequest;
};
