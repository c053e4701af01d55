import type {httpsRequest} from '../../../lib/https-request.ts';

export type GcpDoors = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly http?: typeof httpsRequest;
};
