import type {ClusterAccess} from '../../../../ports/cluster-access.ts';
import {type Catalog, openCatalog} from './catalog.ts';
import type {ClientOptions} from './client.ts';
import {identifyCluster} from './identify-cluster.ts';
import {openLink} from './link.ts';
import {openObjects} from './objects.ts';
import {reportRequests} from './report-requests.ts';
import {openRequests} from './request.ts';
import type {Identify, SharedClient} from './shared-client.ts';
import {shareGets} from './shared-gets.ts';
import {shareLists} from './shared-lists.ts';

/** The stacks that share a client. */
export type SharedBy = {
  /** Returns the lineages of the stacks, if they may also share what they read from the cluster. Absent: each stack reads again. */
  readonly lineages?: (() => Promise<readonly string[]>) | undefined;
};

/** Opens the shared parts; nothing is sent before the first request. */
export function shareClient(access: ClusterAccess, options: ClientOptions, {lineages}: SharedBy): SharedClient {
  const link = openLink(access, options);
  const requests = reportRequests(openRequests(access, {...options, link}), options);
  const objects = openObjects(requests);
  let catalog: Catalog | undefined;
  return {
    link,
    catalog: () => (catalog ??= openCatalog(requests, access, options)),
    renewCatalog: () => {
      catalog = undefined;
    },
    snapshot: lineages && {
      list: shareLists(objects.list, lineages),
      get: shareGets(objects.get),
      identify: identifiedOnce((fallback) => identifyCluster(requests, access, fallback)),
    },
    close: () => {
      requests.close();
      link.close();
    },
  };
}

/** Requests the identity once. If the uid of kube-system cannot be read, requests it once for each namespace whose uid may identify the cluster. */
function identifiedOnce(identify: Identify): Identify {
  const known = new Map<string | undefined, ReturnType<typeof identify>>();
  return async (fallback) => {
    const [any] = known.values();
    const first = await any?.catch(() => undefined);
    if (first?.method === 'kube-system-uid') return first;
    const found = known.get(fallback.namespace) ?? identify(fallback);
    known.set(fallback.namespace, found);
    found.catch(() => known.delete(fallback.namespace));
    return found;
  };
}
