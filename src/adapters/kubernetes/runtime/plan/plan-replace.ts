import {isObject, type JsonObject} from '../../../../core/json.ts';
import {isStaying} from '../../../../core/plan/is-staying.ts';
import {type Permissions, permits} from '../../../../core/plan/permissions.ts';
import type {Blocked} from '../../../../core/plan/plan.ts';
import {compareObjects, type FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import {EMPTY_FIELD_SET, union} from '../../../../kubernetes/fields/field-set.ts';
import {project} from '../../../../kubernetes/fields/project.ts';
import {blockReplacement} from '../../../../kubernetes/plan/block-replacement.ts';
import {replaceEffects} from '../../../../kubernetes/plan/effects.ts';
import {ownEntry} from '../../../../kubernetes/plan/manager-entry.ts';
import {markForcing} from '../../../../kubernetes/plan/mark-forcing.ts';
import {doubtOfOwnership} from '../../../../kubernetes/plan/ownership.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {Refusal} from '../client/status.ts';
import {lostAdditions, withNews} from './added-fields.ts';
import {keepLeft} from './ignore-fields.ts';
import {uidOf} from './live-objects.ts';
import {withMaps} from './local-result.ts';
import type {PlannedObject} from './planned-object.ts';
import {type Probed, probeReplacement} from './probe-replacement.ts';
import type {Target} from './target.ts';

/** An object whose update the server refuses because a field is immutable. */
export type Forbidden = PlannedObject & {readonly refusal: Refusal; readonly live: JsonObject};

/** What trying out a replacement needs: the server is asked by dry runs. */
export type ReplaceRequest = {
  readonly client: Pick<KubernetesClient, 'create' | 'delete' | 'list'>;
  readonly permissions: Permissions;
  readonly lineage: string;
  /** Ids whose objects a run that died may have made anew. */
  readonly remade?: ReadonlySet<string> | undefined;
  readonly signal: AbortSignal;
};

/** The replacement that a refused update comes to; with a refusal: the server would not take the new object either. */
export async function planReplace(forbidden: Forbidden, request: ReplaceRequest): Promise<PlannedObject> {
  const {target, live} = forbidden;
  const planned = {...forbidden, target: keepLeft(target.whole ?? target, live)};
  const probed = await probeReplacement({...planned, ...request});
  if (probed.kind === 'wrong') return {...forbidden, refusal: probed.refusal};
  return replaced(planned, probed, request);
}

function replaced(
  {refusal, explain, ...planned}: Forbidden,
  {answer, denied}: Probed & {kind: 'replaceable'},
  request: ReplaceRequest,
): PlannedObject {
  const {change, target, live} = planned;
  const told = answer === undefined ? undefined : explain?.(replacedDifferences(live, answer, target));
  const ours = told ?? change.fields.filter((field) => !isStaying(field));
  const fields = markForcing(withNews(ours, lostAdditions(planned, answer)), refusal.causes, target.identity);
  const effects = replaceEffects({...target, live}, fields);
  const {permissions} = request;
  const blocked = joined(
    joined(change.blocked, blockUnproven(planned, request)),
    blockReplacement({...target, id: change.id, live, permissions, because: forbidsText(refusal)}),
  );
  const {blocked: _, addedByControllers: _again, ...rest} = change;
  return {
    ...planned,
    ...(denied === undefined ? {} : {denied}),
    change: {
      ...rest,
      action: 'replace',
      verified: denied === undefined,
      reason: 'it must be deleted and recreated',
      ...(blocked === undefined ? {} : {blocked}),
      ...(effects.length === 0 ? {} : {effects}),
      fields,
    },
  };
}

/** To replace is to delete: what the release alone calls ours is adopted first. */
function blockUnproven(
  {change: {id, action}, live, state, target: {ownId}}: Pick<Forbidden, 'change' | 'live' | 'state' | 'target'>,
  {permissions, lineage, remade}: ReplaceRequest,
): Blocked | undefined {
  // An adoption has asked already.
  if (action === 'adopt' || permits(permissions.adopt, id)) return undefined;
  const recordedUid = state === undefined || remade?.has(state.id) === true ? '' : state.uid;
  const because = doubtOfOwnership({live, ownId, lineage, liveUid: uidOf(live), recordedUid});
  return because === undefined ? undefined : {needs: `--adopt ${id}`, because};
}

/** What differs in the fields that are ours, or were: the rest is given to the new object as to any. */
function replacedDifferences(live: JsonObject, answer: JsonObject, target: Target): readonly FieldDifference[] {
  const {schema} = target.kind;
  const held = ownEntry(live, target.identity.apiVersion) ?? EMPTY_FIELD_SET;
  const fields = union(target.fields, held);
  const part = (object: JsonObject): JsonObject => {
    const projected = project(object, fields, schema);
    return withMaps(isObject(projected) ? projected : {});
  };
  return compareObjects(part(live), part(answer), schema);
}

/** The server's words, each on one line: some quote a whole structure. */
function forbidsText({causes, message}: Refusal): string {
  const told = causes.filter((cause) => cause.message !== '');
  const texts = told.map((cause) => `${cause.field === '' ? '' : `${cause.field}: `}${firstLine(cause.message)}`);
  return `the server forbids the change: ${texts.length === 0 ? firstLine(message) : texts.join('; ')}`;
}

const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').trim();

/** All permissions that are lacking, so that nobody has to come twice. */
function joined(before: Blocked | undefined, more: Blocked | undefined): Blocked | undefined {
  if (before === undefined || more === undefined) return more ?? before;
  const because = `${before.because}; ${more.because}`;
  // What no flag permits comes first: with the flags alone it would be refused once more.
  return {needs: more.needs.startsWith('--') ? `${before.needs} ${more.needs}` : more.needs, because};
}
