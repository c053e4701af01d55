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
 * Everything that Gantry asks of a Kubernetes API server. Refusals are data (`ok: false`). A GantryError is thrown only
 * if the server cannot be reached or rejects the credential; an abort throws the signal's reason.
 */
export type KubernetesClient = Objects &
  Reviews & {
    readonly server: string;
    /** Returns the version, for example `v1.34.4`; empty if the server hides it. */
    readonly version: () => Promise<string>;
    readonly identify: (fallback: {readonly namespace?: string}) => Promise<ClusterIdentity>;
    /** Returns the milliseconds by which the server's clock is ahead; undefined if unknown. */
    readonly clockOffset: () => Promise<number | undefined>;
    /** The kinds of the server. */
    readonly discovery: Discovery;
    /** The schemas of the kinds. */
    readonly openapi: OpenApi;
    readonly watch: (request: WatchRequest) => AsyncIterable<WatchEvent>;
    /** Sends any other request. */
    readonly send: Requests['send'];
    /** Sends a request whose answer is read while it arrives, outside of the pool. */
    readonly stream: Requests['stream'];
    /** Returns the credential that requests are sent with now. */
    readonly credential: Requests['credential'];
    /** Returns the last lines of a container's log, without known secrets. */
    readonly log: (request: LogRequest) => Promise<LogLines>;
    /** Removes known secrets from a text of the server about other objects (a condition, an event). */
    readonly clean: (text: string) => string;
    /** Returns the number of requests so far. */
    readonly requests: () => number;
    /** Closes all connections. Running requests fail. */
    readonly close: () => Promise<void>;
  };

/** Options of the client of a cluster. */
export type ClientOptions = RequestOptions & {
  /** The directory of the discovery and OpenAPI cache, with a subdirectory per server. */
  readonly cacheDir: string;
  /** Called for each request when its answer has arrived. */
  readonly onRequest?: OnRequest;
};

/** Creates a client; the first request opens the connection. */
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
