import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {isEnding} from '../../../../kubernetes/plan/ending.ts';
import {annotationOf, lineageOf} from '../../../../kubernetes/plan/ownership.ts';
import {CREATED_FOR_ANNOTATION, PROTECT_ANNOTATION} from '../../../../kubernetes/resource/labels.ts';
import {compareNaturally} from '../../../../lib/compare-naturally.ts';
import {defined} from '../../../../lib/defined.ts';
import type {PlanRequest} from '../../../../ports/plan-request.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource} from '../client/discovery.ts';
import {type Content, contentOfNamespace} from './container-content.ts';
import {uidOf} from './live-objects.ts';
import type {PlannedRemoval} from './plan-removal.ts';

/** The namespace that this stack created and that its destroy deletes. */
export type CreatedNamespace = {
  readonly id: string;
  readonly name: string;
  readonly live: JsonObject;
  readonly resource: ApiResource;
  /** The uids of the objects that are deleted before it, and of those that their deletion cascades to. */
  readonly going: ReadonlySet<string>;
};

/** The namespace to delete, or a note that says why it is kept. */
export type FoundNamespace = {
  readonly createdNamespace?: CreatedNamespace;
  readonly diagnostics: readonly Diagnostic[];
};

type Reading = {readonly client: Pick<KubernetesClient, 'send' | 'get' | 'discovery'>};

/**
 * Decides whether a destroy deletes the namespace of the stack: only if a release of this stack created it, and if nothing is left in it
 * that neither this stack nor Kubernetes itself put there.
 */
export async function findCreatedNamespace(
  {client}: Reading,
  removals: readonly PlannedRemoval[],
  {lineage, kubernetes, neighbours, signal}: PlanRequest,
): Promise<FoundNamespace> {
  const name = kubernetes?.deleteNamespace;
  const id = idOf({apiVersion: 'v1', kind: 'Namespace', name: name ?? ''});
  // A Namespace in the release is a resource like any other.
  if (name === undefined || removals.some(({state}) => idOf(state) === id)) return NONE;
  const resource = await client.discovery.resourceFor({apiVersion: 'v1', kind: 'Namespace'});
  if (resource === undefined) return NONE;
  const reply = await client.get({resource, name, signal});
  if (!reply.ok) return reply.refusal.kind === 'not-found' ? NONE : kept(name, 'it cannot be read');
  const live = reply.object;
  if (isEnding(live)) return NONE;
  const because = whyNotOurs(live, lineage) ?? (kubernetes?.stateIn === name ? 'releases are stored in it' : undefined);
  if (because !== undefined) return kept(name, because);
  const content = await contentOfNamespace(client, {name, served: await client.discovery.served(), signal});
  const going = goingWith(removals, neighbours);
  const left = whatIsLeft(content, going);
  if (left !== undefined) return kept(name, left, MORE);
  const seen = [...content.objects, ...content.owned].map(({uid}) => uid);
  return {createdNamespace: {id, name, live, resource, going: new Set([...going, ...seen])}, diagnostics: []};
}

/** Returns the uids of the objects that this run deletes before the namespace. */
const goingWith = (removals: readonly PlannedRemoval[], neighbours: PlanRequest['neighbours']): ReadonlySet<string> =>
  new Set([
    ...removals.flatMap(({change, live}) => (change.action === 'delete' ? (uidOf(live) ?? []) : [])),
    ...(neighbours?.deleting ?? []),
  ]);

/** Returns why a namespace is not deleted with the stack, or undefined if this stack created it. */
export function whyNotOurs(live: JsonObject, lineage: string): string | undefined {
  if (annotationOf(live, CREATED_FOR_ANNOTATION) !== lineage) return 'no release of this stack created it';
  if (lineageOf(live) !== undefined) return 'a stack declares it as a resource';
  return annotationOf(live, PROTECT_ANNOTATION) === 'true' ? `it is protected by ${PROTECT_ANNOTATION}` : undefined;
}

const MOST_NAMED = 5;

/**
 * Returns what is left in a namespace after the deletion of the objects with these uids; undefined if nothing is left. Objects that are
 * deleted with their owners, and objects whose deletion has begun, are not counted.
 */
export function whatIsLeft(content: Content, going: ReadonlySet<string>): string | undefined {
  const {objects, owned, isPart} = content;
  const known = new Set([...going, ...[...objects, ...owned].map(({uid}) => uid)]);
  const left = [
    ...objects.filter(({uid, isEnding: ends}) => !ends && !going.has(uid)),
    ...owned.filter(({owners, isEnding: ends}) => !ends && !owners.every((uid) => known.has(uid))),
  ].map(({id}) => id);
  if (left.length === 0) return isPart ? 'not all of its objects can be listed' : undefined;
  const named = left.toSorted(compareNaturally).slice(0, MOST_NAMED).join(', ');
  const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : '';
  return `it holds ${left.length === 1 ? 'an object' : `${left.length} objects`} that this stack does not delete: ${named}${more}`;
}

const NONE: FoundNamespace = {diagnostics: []};
const MORE = 'Run "gantry destroy" again when they are gone.';

const kept = (name: string, because: string, hint?: string): FoundNamespace => ({
  diagnostics: [
    {
      severity: 'note',
      code: 'stack/namespace-stays',
      message: `the namespace ${name} is kept: ${because}`,
      ...defined({hint}),
    },
  ],
});
