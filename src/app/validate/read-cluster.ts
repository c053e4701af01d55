import type {LoadedResources} from '../../config/load-resources.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {groupVersion, identityOf} from '../../core/resource/identity.ts';
import {openApiSchemas, type Schemas} from '../../kubernetes/fields/openapi.ts';
import {indexResources, nameKey} from '../../kubernetes/graph/edges/resource-index.ts';
import {type NamedObject, namedObjects} from '../../kubernetes/validate/named-objects.ts';
import {defined} from '../../lib/defined.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {Deps} from '../deps.ts';
import {clusterConnection} from '../plan/cluster-connection.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {stackObjects} from './check-objects.ts';

/** The facts of a cluster that a stack is checked against. */
export type LiveCluster = {
  readonly version: string;
  /** The served kinds: `apps/v1/Deployment`. */
  readonly kinds: ReadonlySet<string>;
  /** The schemas of the API versions that the stack uses. */
  readonly schemas: ReadonlyMap<string, Schemas>;
  /** The objects that the stack refers to but does not contain, by key: true if the cluster has them. Absent: the user has no permission to read them. */
  readonly objects: ReadonlyMap<string, boolean>;
};

/** Reads the facts of a cluster that the checks of a stack need. Writes nothing. */
export async function readCluster(
  {
    chosen,
    stackDir,
    loaded,
  }: {readonly chosen: ChosenWorkspace; readonly stackDir: string; readonly loaded: LoadedResources},
  deps: Deps,
): Promise<LiveCluster> {
  const connection = clusterConnection(deps);
  try {
    const {cluster} = await connection.open({chosen, resources: [], stackDir});
    const kinds = new Set(await cluster.facts.apis());
    const used = new Set(stackObjects(loaded).map(({attributes}) => identityOf(attributes).apiVersion));
    const schemas = new Map<string, Schemas>();
    for (const apiVersion of used) {
      const document = kinds.has(apiVersion) ? await cluster.openApi(apiVersion) : undefined;
      if (document !== undefined) schemas.set(apiVersion, openApiSchemas(document));
    }
    return {version: await cluster.facts.version(), kinds, schemas, objects: await readObjects(loaded, kinds, cluster)};
  } finally {
    await connection.close();
  }
}

async function readObjects(
  {resources}: LoadedResources,
  kinds: ReadonlySet<string>,
  {facts}: Cluster,
): Promise<ReadonlyMap<string, boolean>> {
  const index = indexResources(resources);
  const missing = new Map(
    [...namedObjects(index)]
      .filter((one) => one.name !== undefined && one.isOptional !== true && index.find(one) === undefined)
      .map((one) => [nameKey(one), one]),
  );
  const found = new Map<string, boolean>();
  await Promise.all(
    [...missing].map(async ([key, one]) => {
      const {kind, namespace = '', name} = one;
      const apiVersion = servedVersion(one, kinds);
      if (apiVersion === undefined) return;
      const target = {apiVersion, kind, name, ...defined({namespace: namespace === '' ? undefined : namespace})};
      try {
        found.set(key, (await facts.lookUp(target)) !== undefined);
      } catch (error) {
        // Without permission to read the object, its existence is unknown.
        if (!(error instanceof GantryError) || error.failure.code !== 'permission/denied') throw error;
      }
    }),
  );
  return found;
}

const servedVersion = (
  {group, kind}: Pick<NamedObject, 'group' | 'kind'>,
  kinds: ReadonlySet<string>,
): string | undefined =>
  [...kinds]
    .filter((key) => key.endsWith(`/${kind}`))
    .map((key) => key.slice(0, -kind.length - 1))
    .find((apiVersion) => groupVersion(apiVersion).group === group);
