import {join} from 'node:path';
import type {ClusterIdentity} from '../../../../core/workspace/cluster-identity.ts';
import type {ClusterAccess} from '../../../../ports/cluster-access.ts';
import {countRequests} from './count-requests.ts';
import {type Discovery, openDiscovery} from './discovery.ts';
import {diskCache} from './disk-cache.ts';
import {identifyCluster, readVersion, serverHash} from './identity.ts';
import {type Objects, openObjects} from './objects.ts';
import type {OpenApi} from './openapi.ts';
import {openOpenApi} from './openapi.ts';
import {openRequests} from './request.ts';
import type {RequestOptions, Requests} from './request-types.ts';
import {openReviews, type Reviews} from './reviews.ts';
import {type WatchEvent, type WatchRequest, watch} from './watch.ts';

/**
 * All that Gantry asks of a Kubernetes API server. Refusals are data (`ok: false`); a GantryError is thrown only when
 * the server cannot be reached or does not take our credential; an abort throws the signal's reason.
 */
export type KubernetesClient = Objects &
  Reviews & {
    readonly server: string;
    /** `v1.34.4`; empty where it is hidden. */
    readonly version: () => Promise<string>;
    readonly identify: (fallback: {readonly namespace?: string}) => Promise<ClusterIdentity>;
    /** Which kinds there are. */
    readonly discovery: Discovery;
    /** What their fields are. */
    readonly openapi: OpenApi;
    readonly watch: (request: WatchRequest) => AsyncIterable<WatchEvent>;
    /** Anything else. */
    readonly send: Requests['send'];
    /** How many requests were made so far: what a run costs the server. */
    readonly requests: () => number;
    /** Leaves nothing open. Requests that still run fail. */
    readonly close: () => Promise<void>;
  };

export type ClientOptions = RequestOptions & {
  /** Where discovery and OpenAPI are kept between runs, a directory per server below it. */
  readonly cacheDir: string;
};

/** Makes a client; the first request opens the connection. */
export async function openClient(access: ClusterAccess, options: ClientOptions): Promise<KubernetesClient> {
  const requests = countRequests(openRequests(access, options));
  const {server} = access;
  const cache = diskCache(join(options.cacheDir, serverHash(access).slice(0, 32)));
  return {
    ...openObjects(requests),
    ...openReviews(requests, server),
    server,
    version: () => readVersion(requests, server),
    identify: (fallback) => identifyCluster(requests, access, fallback),
    discovery: openDiscovery(requests, cache, server),
    openapi: openOpenApi(requests, cache, server),
    watch: (request) => watch(requests, options.clock, request),
    send: requests.send,
    requests: requests.count,
    close: async () => requests.close(),
  };
}
