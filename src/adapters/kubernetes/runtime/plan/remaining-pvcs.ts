import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {isList, isObject, type JsonObject} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {templatePvcs} from '../../../../kubernetes/import/template-pvcs.ts';
import {lossOf} from '../../../../kubernetes/plan/effects.ts';
import {compareNaturally} from '../../../../lib/compare-naturally.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {PlannedRemoval} from './plan-removal.ts';
import type {PlannedObject} from './planned-object.ts';

/** A plan whose deleted StatefulSets may leave PVCs behind. */
export type PvcsRequest = {
  readonly client: Pick<KubernetesClient, 'discovery' | 'list'>;
  readonly objects: readonly PlannedObject[];
  readonly removals: readonly PlannedRemoval[];
  /** The stack's name: `PROJECT/STACK/WORKSPACE`. */
  readonly stackName: string;
  readonly signal: AbortSignal;
};

/** A StatefulSet that is deleted, or whose volumeClaimTemplates change. */
type Leaving = {readonly id: string; readonly live: JsonObject; readonly isReplaced: boolean};

/**
 * Returns warnings that name the PersistentVolumeClaims that a StatefulSet created from its templates, and that neither
 * its deletion nor new templates change. It sends one request for each namespace with such a StatefulSet; a user
 * without list permission gets no warning.
 */
export async function remainingPvcs(request: PvcsRequest): Promise<readonly Diagnostic[]> {
  const leaving = [
    ...request.removals.flatMap((one) => removedSet(one, request.removals)),
    ...request.objects.flatMap(replacedSet),
  ];
  if (leaving.length === 0) return [];
  const byNamespace = Map.groupBy(leaving, ({live}) => identityOf(live).namespace ?? '');
  const gone = new Set(request.removals.filter(({change}) => change.action === 'delete').map(({state}) => state.id));
  const found = await Promise.all(
    [...byNamespace].map(async ([namespace, sets]) => {
      const pvcs = await pvcsIn(namespace, request);
      return sets.flatMap((one) => {
        const names = [...templatePvcs([one.live, ...pvcs])].filter((id) => !gone.has(id)).toSorted(compareNaturally);
        return names.length === 0
          ? []
          : [note(one, names, {namespace, workspace: request.stackName.split('/').at(-1) ?? ''})];
      });
    }),
  );
  return found.flat();
}

/** Returns a removed StatefulSet. PVCs in a removed Namespace do not stay. */
function removedSet({change, live}: PlannedRemoval, removals: readonly PlannedRemoval[]): readonly Leaving[] {
  if (change.action !== 'delete' || live === undefined || !keepsPvcs(live)) return [];
  const {namespace} = identityOf(live);
  const isLost = removals.some(
    ({change: other, state}) => other.action === 'delete' && state.kind === 'Namespace' && state.name === namespace,
  );
  return isLost ? [] : [{id: change.id, live, isReplaced: false}];
}

function replacedSet({change, live}: PlannedObject): readonly Leaving[] {
  const isChanged = change.fields.some(({path}) => path.startsWith('spec.volumeClaimTemplates'));
  if (change.action !== 'replace' || live === undefined || !isChanged || !keepsPvcs(live)) return [];
  return [{id: change.id, live, isReplaced: true}];
}

function keepsPvcs(live: JsonObject): boolean {
  const {group, kind} = identityOf(live);
  const {spec} = live;
  const templates = isObject(spec) ? spec['volumeClaimTemplates'] : undefined;
  return kind === 'StatefulSet' && isList(templates) && lossOf({group, kind}, live) === undefined;
}

async function pvcsIn(namespace: string, {client, signal}: PvcsRequest): Promise<readonly JsonObject[]> {
  const resource = await client.discovery.resourceFor({apiVersion: 'v1', kind: 'PersistentVolumeClaim'});
  if (resource === undefined) return [];
  const reply = await client.list({resource, namespace, signal});
  return reply.ok ? reply.items : [];
}

const MOST_NAMED = 10;

type Place = {readonly namespace: string; readonly workspace: string};

function note({id, isReplaced}: Leaving, pvcs: readonly string[], {namespace, workspace}: Place): Diagnostic {
  // A plain kubectl would use the cluster of its own kubeconfig.
  const kubectl = `gantry exec -w ${workspace} -- kubectl -n ${namespace}`;
  const names = pvcs.map((pvc) => pvc.split(':').at(-1) ?? pvc);
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  const listed = `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
  const what = names.length === 1 ? 'PersistentVolumeClaim' : 'PersistentVolumeClaims';
  const stays = names.length === 1 ? 'stays' : 'stay';
  return isReplaced
    ? {
        severity: 'note',
        code: 'removal/claims-stay',
        resource: id,
        message: `the ${what} ${listed} in ${namespace} ${stays} as before: volumeClaimTemplates apply to new ones only`,
        hint: `To enlarge one, if its StorageClass allows it: ${kubectl} patch pvc NAME -p '{"spec":{"resources":{"requests":{"storage":"SIZE"}}}}'`,
      }
    : {
        severity: 'note',
        code: 'removal/claims-stay',
        resource: id,
        message: `the ${what} ${listed} in ${namespace} ${stays}, with the data: a StatefulSet does not delete them`,
        hint: `To delete them as well: ${kubectl} delete pvc ${names.slice(0, MOST_NAMED).join(' ')}`,
      };
}
