import type {LockedChart} from '../../core/chart/chart-lock.ts';
import type {FindLogin} from '../../core/workspace/server-login.ts';
import type {ChartPlace, ChartProof} from '../../ports/charts.ts';
import type {OpenOciRegistry} from '../../ports/oci-registry.ts';
import type {ChartCache} from './chart-cache.ts';
import type {IndexTools} from './index/ask-index.ts';

/** A chart to fetch from a server. */
export type FetchChart = {
  readonly place: Exclude<ChartPlace, {readonly path: string}>;
  readonly version: string | undefined;
  readonly locked?: Pick<LockedChart, 'version' | 'digest'> | undefined;
  readonly verify?: ChartProof | undefined;
  readonly login: FindLogin | undefined;
};

/** The archive of a chart, with the files that prove its origin. */
export type FetchedArchive = {
  readonly bytes: Uint8Array;
  /** The version in the index, or the tag. */
  readonly version: string;
  readonly provenance?: Uint8Array;
  readonly cosign?: Uint8Array;
};

/** The network and the caches of fetched charts. PATH is that of helm. */
export type FetchTools = IndexTools & {
  readonly cache: ChartCache;
  /** Loads the client of OCI registries. */
  readonly registry: () => Promise<OpenOciRegistry>;
};

/** The maximum size of an archive in bytes. */
export const MOST_ARCHIVE = 50 * 2 ** 20;
