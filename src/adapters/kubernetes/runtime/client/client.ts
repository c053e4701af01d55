import {join} from 'node:path';
import type {ClusterIdentity} from '../../../../core/workspace/cluster-identity.ts';
import type {ClusterAccess} from '../../../../ports/cluster-access.ts';
import type {OnRequest} from '../../../../ports/telemetry.ts';
import {readClockOffset} from './clock-offset.ts';
import {countRequests} from './count-requests.ts';
import {type Discovery, openDiscovery} from './discovery.ts';
import {diskCache, NO_CACHE} from './disk-cache.ts';
import {identifyCluster, readVersion, serverHash} from './identify-cluster.ts';
import {type Objects, openObjects} from './objects.ts';
import type {OpenApi} from './openapi.ts';
import {openOpenApi} from './openapi.ts';
import {type LogLines, type LogRequest, readLog} from './pod-log.ts';
import {reportRequests} from './report-requests.ts';
import {openRequests} from './request.ts';
import type {RequestOptions, Requests} from './request-types.ts';
import {openReviews, type Reviews} from './reviews.ts';
import {scrub} from './scrub.ts';
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
    /** Returns the milliseconds by which the server's clock is ahead; undefined if unknown. */
    readonly clockOffset: () => Promise<number | undefined>;
    /** Which kinds there are. */
    readonly discovery: Discovery;
    /** What their fields are. */
    readonly openapi: OpenApi;
    readonly watch: (request: WatchRequest) => AsyncIterable<WatchEvent>;
    /** Anything else. */
    readonly send: Requests['send'];
    /** The same for an answer that is read while it comes: outside of the pool. */
    readonly stream: Requests['stream'];
    /** What requests are sent with now. */
    readonly credential: Requests['credential'];
    /** The last lines of a container's log, without known secrets. */
    readonly log: (request: LogRequest) => Promise<LogLines>;
    /** Text that the server told of others (a condition, an event), without known secrets. */
    readonly clean: (text: string) => string;
    /** How many requests were made so far: what a run costs the server. */
    readonly requests: () => number;
    /** Leaves nothing open. Requests that still run fail. */
    readonly close: () => Promise<void>;
  };

/** Options of the client of a cluster. */
export type ClientOptions = RequestOptions & {
  /** Where discovery and OpenAPI are kept between runs, a directory per server below it. */
  readonly cacheDir: string;
  /** Told of each request when its answer is there. */
  readonly onRequest?: OnRequest;
};

/** Makes a client; the first request opens the connection. */
export async function openClient(access: ClusterAccess, options: ClientOptions): Promise<KubernetesClient> {
  const requests = countRequests(reportRequests(openRequests(access, options), options));
  const {server} = access;
  const directory = join(options.cacheDir, serverHash(access).slice(0, 32));
  const cache = access.isTemporary === true ? NO_CACHE : diskCache(directory);
  return {
    ...openObjects(requests),
    ...openReviews(requests),
    server,
    version: () => readVersion(requests, server),
    identify: (fallback) => identifyCluster(requests, access, fallback),
    clockOffset: () => readClockOffset(requests, options.clock),
    discovery: openDiscovery(requests, cache, server),
    openapi: openOpenApi(requests, cache, server),
    watch: (request) => watch(requests, {server, clock: options.clock}, request),
    send: requests.send,
    stream: requests.stream,
    credential: requests.credential,
    log: (request) => readLog(requests, request),
    clean: (text) => scrub(text, options.secrets?.() ?? []),
    requests: requests.count,
    close: async () => requests.close(),
  };
}
