import type {ClusterIdentity} from '../../../../core/workspace/cluster-identity.ts';
import {defined} from '../../../../lib/defined.ts';
import type {ClusterAccess} from '../../../../ports/cluster-access.ts';
import type {OnRequest} from '../../../../ports/telemetry.ts';
import {openCatalog} from './catalog.ts';
import {readClockOffset} from './clock-offset.ts';
import {countRequests} from './count-requests.ts';
import type {Discovery} from './discovery.ts';
import {identifyCluster, readVersion} from './identify-cluster.ts';
import {noticingKinds} from './noticing-kinds.ts';
import {type Objects, openObjects} from './objects.ts';
import type {OpenApi} from './openapi.ts';
import {type LogLines, type LogRequest, readLog} from './pod-log.ts';
import {reportRequests} from './report-requests.ts';
import {openRequests} from './request.ts';
import type {RequestOptions, Requests} from './request-types.ts';
import {openReviews, type Reviews} from './reviews.ts';
import {createScrub} from './scrub.ts';
import type {SharedClient} from './shared-client.ts';
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
    /** Lists objects for a plan or a report. Plans and reports of several stacks in one run share the answer. */
    readonly listShared: Objects['list'];
    /** Reads an object that plans of several stacks need, such as their namespace. The stacks of one run share the answer. */
    readonly getShared: Objects['get'];
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
  /** The parts that several clients of one run share. Default: the client has its own. */
  readonly shared?: SharedClient | undefined;
};

/** Creates a client; the first request opens the connection. */
export async function openClient(access: ClusterAccess, options: ClientOptions): Promise<KubernetesClient> {
  const {shared} = options;
  const linked = {...options, ...defined({link: shared?.link})};
  const requests = countRequests(reportRequests(openRequests(access, linked), options));
  const {server} = access;
  const objects = openObjects(requests);
  const clean = createScrub();
  const {discovery, openapi} = shared?.catalog() ?? openCatalog(requests, access, options);
  return {
    ...(shared === undefined ? objects : noticingKinds(objects, shared.renewCatalog)),
    listShared: shared?.snapshot?.list ?? objects.list,
    getShared: shared?.snapshot?.get ?? objects.get,
    ...openReviews(requests),
    server,
    version: () => readVersion(requests, server),
    identify: shared?.snapshot?.identify ?? ((fallback) => identifyCluster(requests, access, fallback)),
    clockOffset: () => readClockOffset(requests, options.clock),
    discovery: shared === undefined ? discovery : renewing(discovery, shared),
    openapi,
    watch: (request) => watch(requests, {server, clock: options.clock}, request),
    send: requests.send,
    stream: requests.stream,
    credential: requests.credential,
    log: (request) => readLog(requests, request),
    clean: (text) => clean(text, options.secrets?.() ?? []),
    requests: requests.count,
    close: async () => requests.close(),
  };
}

/**
 * After this client has waited for a new kind, later clients read the kinds again, too. A read that began during the wait does not contain the new
 * kind.
 */
const renewing = (discovery: Discovery, {renewCatalog}: Pick<SharedClient, 'renewCatalog'>): Discovery => ({
  ...discovery,
  refresh: async (...given) => {
    await discovery.refresh(...given);
    renewCatalog();
  },
});
