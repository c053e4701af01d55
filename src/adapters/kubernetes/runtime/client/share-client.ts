import type {ClusterAccess} from '../../../../ports/cluster-access.ts';
import {type Catalog, openCatalog} from './catalog.ts';
import type {ClientOptions, KubernetesClient} from './client.ts';
import {identifyCluster} from './identify-cluster.ts';
import {type Link, openLink} from './link.ts';
import {openObjects} from './objects.ts';
import {reportRequests} from './report-requests.ts';
import {openRequests} from './request.ts';
import {shareLists} from './shared-lists.ts';

/** The parts of a client that the stacks of one run share. Secrets and events stay with the client of each stack. */
export type SharedClient = {
  readonly link: Link;
  /** Returns the kinds and the schemas of the server. */
  readonly catalog: () => Catalog;
  /** Lets the next client read the kinds again, after a CRD or an APIService was changed. */
  readonly renewCatalog: () => void;
  /** Reads of one moment, for plans and reports that are made together. */
  readonly snapshot?: Pick<KubernetesClient, 'list' | 'identify'> | undefined;
  readonly close: () => void;
};

/** The stacks that share a client. */
export type SharedBy = {
  /** Returns the lineages of the stacks if they may also share what they read of the cluster. Absent: each one reads anew. */
  readonly lineages?: (() => Promise<readonly string[]>) | undefined;
};

/** Opens the shared parts; nothing is sent before the first request. */
export function shareClient(access: ClusterAccess, options: ClientOptions, {lineages}: SharedBy): SharedClient {
  const link = openLink(access, options);
  const requests = reportRequests(openRequests(access, {...options, link}), options);
  let catalog: Catalog | undefined;
  return {
    link,
    catalog: () => (catalog ??= openCatalog(requests, access, options)),
    renewCatalog: () => {
      catalog = undefined;
    },
    snapshot: lineages && {
      list: shareLists(openObjects(requests).list, lineages),
      identify: identifiedOnce((fallback) => identifyCluster(requests, access, fallback)),
    },
    close: () => {
      requests.close();
      link.close();
    },
  };
}

/** Asks for the identity once for each namespace that may identify the cluster. */
function identifiedOnce(identify: KubernetesClient['identify']): KubernetesClient['identify'] {
  const known = new Map<string | undefined, ReturnType<typeof identify>>();
  return (fallback) => {
    const found = known.get(fallback.namespace) ?? identify(fallback);
    known.set(fallback.namespace, found);
    found.catch(() => known.delete(fallback.namespace));
    return found;
  };
}
