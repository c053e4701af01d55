import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {MissingPermission} from '../../../../core/plan/missing-permission.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {defined} from '../../../../lib/defined.ts';
import type {Preflight} from '../../../../ports/preflight.ts';
import type {Reviews} from '../client/reviews.ts';
import type {ExecuteSession} from '../execute/execute-session.ts';
import {hookPermissions} from '../hooks/hook-permissions.ts';
import type {PlannedHook} from '../hooks/planned-hook.ts';
import type {PlannedResources} from '../plan/plan-resources.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import {deferChecks} from './defer-checks.ts';
import {type NeededPermission, neededPermissions, permissionOn} from './needed-permissions.ts';
import {reviewPermissions} from './review-permissions.ts';

type Asking = Pick<ExecuteSession, 'readiness' | 'after'> & {readonly client: Pick<Reviews, 'mayI' | 'whoAmI'>};

/** Checks the permissions that a plan needs before anything is written. It sends nothing that could change anything. */
export async function preflight(
  {client, readiness, after}: Asking,
  planned: PlannedResources & {readonly hooks: readonly PlannedHook[]},
  {wait}: {readonly wait: boolean},
): Promise<Preflight> {
  const {missingNamespace} = planned;
  const reviews = askedOnce(client);
  const namespaceId =
    missingNamespace === undefined
      ? undefined
      : idOf({apiVersion: 'v1', kind: 'Namespace', name: missingNamespace.name});
  const [asked, unseen] = await Promise.all([
    reviewPermissions(reviews, [
      ...neededPermissions(planned, namespaceId),
      ...planned.hooks.flatMap((hook) => hookPermissions(hook)),
    ]),
    wait
      ? findUnseen(
          reviews,
          planned.objects.flatMap((object) => sightOf(object, readiness)),
        )
      : [],
  ]);
  const isDenied = asked.length > 0 || planned.objects.some(({denied}) => denied !== undefined);
  const user = isDenied ? await client.whoAmI() : undefined;
  if (user === undefined) return {denials: asked, diagnostics: unseen.map(unseenWarning)};
  const {denials, ids, diagnostics} = deferChecks({denials: asked, objects: planned.objects, user, after});
  return {
    denials,
    ...defined({deferred: ids.length === 0 ? undefined : ids}),
    user: user.username,
    diagnostics: [...diagnostics, ...unseen.map(unseenWarning)],
  };
}

/** Caches the answers, because writing and waiting need some of the same permissions. */
function askedOnce({mayI}: Pick<Reviews, 'mayI'>): Pick<Reviews, 'mayI'> {
  const answers = new Map<string, ReturnType<Reviews['mayI']>>();
  return {
    mayI: (question) => {
      const key = JSON.stringify(question);
      const answer = answers.get(key) ?? mayI(question);
      answers.set(key, answer);
      return answer;
    },
  };
}

/**
 * Returns the read permission that a wait needs. An object that was read for the plan can be read again; a new one must
 * be read if it is not ready at once.
 */
function sightOf(
  {change, target, live, predicted}: PlannedObject,
  readiness: ExecuteSession['readiness'],
): readonly NeededPermission[] {
  if (change.action !== 'create' || live !== undefined) return [];
  const {id} = target.resource;
  if (readiness(id, predicted ?? target.desired).status === 'Current') return [];
  return [permissionOn('get', target.kind.resource, {...target.identity, id})];
}

/** Returns the denied reads. A user who may not get may still watch; a user who may do neither cannot see whether the object is ready. */
async function findUnseen(
  client: Pick<Reviews, 'mayI'>,
  reads: readonly NeededPermission[],
): Promise<readonly MissingPermission[]> {
  const unread = await reviewPermissions(client, reads);
  if (unread.length === 0) return [];
  const hidden = new Set(unread.flatMap(({ids}) => ids));
  const watches = reads.filter(({id}) => hidden.has(id)).map((right) => ({...right, verb: 'watch'}));
  return reviewPermissions(client, watches);
}

const unseenWarning = ({group, resource, namespace, ids}: MissingPermission): Diagnostic => ({
  severity: 'warning',
  code: 'permission/unseen',
  message: `you have no permission to get or watch ${resource}${group === '' ? '' : `.${group}`}${namespace === undefined ? '' : ` in namespace ${namespace}`}: Gantry cannot check when ${ids.length === 1 ? 'it is' : 'they are'} ready`,
  ...defined({resource: ids.length === 1 && ids[0] !== undefined ? ids[0] : undefined}),
  hint: 'Request the permission to get them, or do not wait (--no-wait).',
});
