import type {httpsRequest} from '../../../lib/https-request.ts';

/** The dependencies of a login to Google Cloud. Tests replace `http`. */
export type GcpDeps = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  readonly http?: typeof httpsRequest;
};
