import {join} from 'node:path';
import type {ClusterAccess} from '../../../../ports/cluster-access.ts';
import {type Discovery, openDiscovery} from './discovery.ts';
import {diskCache, NO_CACHE} from './disk-cache.ts';
import {serverHash} from './identify-cluster.ts';
import {type OpenApi, openOpenApi} from './openapi.ts';
import type {Requests} from './request-types.ts';

/** The kinds of a server, and their schemas. */
export type Catalog = {readonly discovery: Discovery; readonly openapi: OpenApi};

/** Opens the kinds and the schemas of a server. They are read on first use, from the cache of earlier runs if nothing changed. */
export function openCatalog(
  requests: Requests,
  access: ClusterAccess,
  {cacheDir}: {readonly cacheDir: string},
): Catalog {
  const {server} = access;
  const directory = join(cacheDir, serverHash(access).slice(0, 32));
  const cache = access.isTemporary === true ? NO_CACHE : diskCache(directory);
  return {discovery: openDiscovery(requests, cache, server), openapi: openOpenApi(requests, cache, server)};
}
