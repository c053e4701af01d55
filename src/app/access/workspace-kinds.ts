import {kubernetesStates} from '../../core/release/resource-state.ts';
import {groupVersion, identityOf} from '../../core/resource/identity.ts';
import {indexedHistories} from '../../engine/backend/copy-keys.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import {defined} from '../../lib/defined.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {buildSpec} from '../plan/build-spec.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {historiesOfWorkspace} from '../workspace/histories-of-workspace.ts';

/** A kind of objects in one namespace. */
export type UsedKind = {
  /** The kind with its API, as `can-i` takes it: `Deployment.v1.apps`. */
  readonly resource: string;
  /** Absent for objects without a namespace. */
  readonly namespace?: string;
  /** The ids of the objects. */
  readonly ids: readonly string[];
};

/** The workspace, and the project whose file it is. */
export type KindsOf = {
  readonly chosen: Pick<FoundWorkspace, 'name' | 'place'>;
  readonly backend: Backend;
  readonly project?: string | undefined;
  /** The stack whose files are built, too. */
  readonly stack?: StackRequest;
};

type Used = {readonly id: string; readonly apiVersion: string; readonly kind: string; readonly namespace?: string};

const AT_ONCE = 8;

/** Returns the kinds of the objects of a workspace: of the last releases in it, and of the files of a stack. */
export async function workspaceKinds({stack, ...of}: KindsOf, deps: Deps): Promise<readonly UsedKind[]> {
  const released = await releasedObjects(of);
  const built = stack === undefined ? [] : await builtObjects(stack, deps);
  const alike = Map.groupBy([...released, ...built], (one) => JSON.stringify([kindText(one), one.namespace ?? null]));
  return [...alike.values()]
    .flatMap((same) => {
      const [first] = same;
      if (first === undefined) return [];
      const {namespace} = first;
      const ids = [...new Set(same.map(({id}) => id))].toSorted();
      return [{resource: kindText(first), ...defined({namespace}), ids}];
    })
    .toSorted((a, b) => `${a.namespace ?? ''} ${a.resource}`.localeCompare(`${b.namespace ?? ''} ${b.resource}`, 'en'));
}

/** Returns a kind in the form of `can-i`, which is unique among all groups. */
function kindText({kind, apiVersion}: Used): string {
  const {group, version} = groupVersion(apiVersion);
  return [kind, version, ...(group === '' ? [] : [group])].join('.');
}

async function releasedObjects({chosen, backend, project}: Omit<KindsOf, 'stack'>): Promise<readonly Used[]> {
  const histories =
    chosen.place === 'backend'
      ? (await historiesOfWorkspace(chosen.name, backend, undefined)).own
      : (await indexedHistories(backend)).filter(
          ({names, entry}) =>
            names.workspace === chosen.name &&
            entry.movedTo === undefined &&
            (project === undefined || names.project === project),
        );
  const states = await mapLimited(histories, AT_ONCE, async ({names}) => {
    const {last} = await openHistory({backend, ...names});
    return kubernetesStates(last?.state ?? []);
  });
  return states.flat();
}

async function builtObjects(stack: StackRequest, deps: Deps): Promise<readonly Used[]> {
  const {resources} = await buildSpec(stack, deps);
  return resources.flatMap(({id, type, attributes}) =>
    type === 'Kubernetes' ? [{id, ...identityOf(attributes)}] : [],
  );
}
