import type {ReadPlaces} from '../secret/generated-places.ts';
import type {ClusterConnection, ConnectRequest, OpenedCluster} from './cluster-connection.ts';
import type {PlanInput} from './plan-input.ts';

/** Returns a function that opens the cluster, to read single objects. */
export const placesOf = (input: PlanInput, connection: ClusterConnection) => async (): Promise<ReadPlaces> => {
  const {access, cluster} = await connection.open(contextOf(input));
  return {lookUp: cluster.facts.lookUp, namespace: defaultNamespaceOf(input, {access})};
};

/** Returns the namespace of objects that set none. */
export const defaultNamespaceOf = (
  {source}: PlanInput,
  {access}: {readonly access: Pick<OpenedCluster['access'], 'namespace'>},
): string => source.loaded.namespace ?? access.namespace ?? 'default';

/**
 * Returns the context of the connection. A destroyed or emptied stack has no resources that could name the cluster; those of the last
 * release are used instead.
 */
export function contextOf({source, scope, records}: PlanInput): ConnectRequest {
  const {chosen, location} = source;
  const wanted = source.loaded.resources;
  const resources = wanted.length > 0 ? wanted : (records.history.last?.spec ?? []);
  const {context: specContext, secretStore: inSpec} = scope.loaded;
  return {chosen, resources, specContext, inSpec, stackDir: location?.stack.dir};
}
