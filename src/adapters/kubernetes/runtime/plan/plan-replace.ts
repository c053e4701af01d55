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
import {defined} from '../../../../lib/defined.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {Refusal} from '../client/status.ts';
import {lostAdditions, withChanged} from './added-fields.ts';
import {keepLeft} from './ignore-fields.ts';
import {uidOf} from './live-objects.ts';
import {withMaps} from './local-result.ts';
import type {PlannedObject} from './planned-object.ts';
import {type Probed, probeReplacement} from './probe-replacement.ts';
import type {Target} from './target.ts';

/** An object whose update the server refuses because a field is immutable. */
export type Forbidden = PlannedObject & {readonly refusal: Refusal; readonly live: JsonObject};

/** The options for planning a replacement, which the server verifies by dry runs. */
export type ReplaceRequest = {
  readonly client: Pick<KubernetesClient, 'create' | 'delete' | 'list'>;
  readonly permissions: Permissions;
  readonly lineage: string;
  /** The ids of objects that an interrupted run may have recreated. */
  readonly recreated?: ReadonlySet<string> | undefined;
  readonly signal: AbortSignal;
};

/** Plans the replacement for a refused update. The result has a refusal if the server would refuse the new object, too. */
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
  const explained = answer === undefined ? undefined : explain?.(replacedDifferences(live, answer, target));
  const ours = explained ?? change.fields.filter((field) => !isStaying(field));
  const fields = markForcing(withChanged(ours, lostAdditions(planned, answer)), refusal.causes, target.identity);
  const effects = replaceEffects({...target, live}, fields);
  const {permissions} = request;
  const blocked = joined(
    joined(change.blocked, blockUnproven(planned, request)),
    blockReplacement({...target, id: change.id, live, permissions, because: forbidsText(refusal)}),
  );
  const {blocked: _, addedByControllers: _again, ...rest} = change;
  return {
    ...planned,
    ...defined({denied}),
    change: {
      ...rest,
      action: 'replace',
      verified: denied === undefined,
      reason: 'it must be deleted and recreated',
      ...defined({blocked, effects: effects.length === 0 ? undefined : effects}),
      fields,
    },
  };
}

/** Blocks the replacement of an object that only the release calls ours: a replacement deletes it, so it must be adopted first. */
function blockUnproven(
  {change: {id, action}, live, state, target: {ownId}}: Pick<Forbidden, 'change' | 'live' | 'state' | 'target'>,
  {permissions, lineage, recreated}: ReplaceRequest,
): Blocked | undefined {
  // The adoption is blocked already.
  if (action === 'adopt' || permits(permissions.adopt, id)) return undefined;
  const recordedUid = state === undefined || recreated?.has(state.id) === true ? '' : state.uid;
  const because = doubtOfOwnership({live, ownId, lineage, liveUid: uidOf(live), recordedUid});
  return because === undefined ? undefined : {needs: `--adopt ${id}`, because};
}

/** Returns the differences in the fields that are, or were, ours: the others are set on the new object as on any other. */
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

/** Returns the server's messages, each on one line: some quote a whole structure. */
function forbidsText({causes, message}: Refusal): string {
  const worded = causes.filter((cause) => cause.message !== '');
  const texts = worded.map((cause) => `${cause.field === '' ? '' : `${cause.field}: `}${firstLine(cause.message)}`);
  return `the server forbids the change: ${texts.length === 0 ? firstLine(message) : texts.join('; ')}`;
}

const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').trim();

/** Joins two blocks, so that the user learns all missing permissions at once. */
function joined(before: Blocked | undefined, more: Blocked | undefined): Blocked | undefined {
  if (before === undefined || more === undefined) return more ?? before;
  const because = `${before.because}; ${more.because}`;
  // A requirement that no flag fulfils is shown alone: with the flags only, the plan would be blocked again.
  return {needs: more.needs.startsWith('--') ? `${before.needs} ${more.needs}` : more.needs, because};
}
