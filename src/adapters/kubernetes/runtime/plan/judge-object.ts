import type {JsonObject} from '../../../../core/json.ts';
import type {Change, FieldChange} from '../../../../core/plan/plan.ts';
import {PASSED} from '../../../../core/readiness/health.ts';
import type {FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import {isLabeledShared} from '../../../../kubernetes/plan/co-owned.ts';
import {endingText} from '../../../../kubernetes/plan/ending.ts';
import {lineageOf} from '../../../../kubernetes/plan/ownership.ts';
import {updateEffects} from '../../../../kubernetes/plan/update-effects.ts';
import {defined} from '../../../../lib/defined.ts';
import {unreachable} from '../../../../lib/unreachable.ts';
import {adoptReason} from './block-change.ts';
import {type Explained, explainChanges} from './explain-object.ts';
import type {Finding} from './finding.ts';
import type {ObjectRequest} from './object-request.ts';
import type {PlannedObject} from './planned-object.ts';
import type {Sent} from './resolve-sent.ts';
import {takeOverTexts} from './take-over.ts';

/** Everything that the steps before found out about one object. */
export type Judged = {
  readonly object: ObjectRequest;
  readonly sent: Sent;
  readonly finding: Finding;
  readonly explained: Explained;
};

/** Returns the planned action and its reason. */
export function judgeObject(judged: Judged): PlannedObject {
  const {object, sent} = judged;
  const outcome = outcomeOf(judged);
  return {
    target: sent.target,
    live: object.live,
    state: object.state,
    waits: object.waits,
    predicted: undefined,
    force: false,
    surelyAbsent: false,
    diagnostics: [],
    takeOver: sent.taking,
    ...outcome,
    change: {...outcome.change, fields: [...outcome.change.fields, ...sent.left]},
  };
}

/** The members of a planned object that depend on the finding. */
type Outcome = Partial<PlannedObject> & Pick<PlannedObject, 'change'>;

function outcomeOf(judged: Judged): Outcome {
  const {sent, finding, explained} = judged;
  const {fields} = explained;
  const {target} = sent;
  switch (finding.kind) {
    case 'absent': {
      const {answer, reason, surely = false} = finding;
      return {
        ...created(target, {verified: answer !== undefined, reason, fields}),
        predicted: answer,
        surelyAbsent: surely,
      };
    }
    case 'ending': {
      const reason = `the live object ${endingText(finding.live)}; it is created again when that deletion is complete`;
      return {...created(target, {verified: false, reason, fields}), ending: finding.live};
    }
    case 'done':
      return {...unchanged(target, {verified: true, reason: PASSED, fields}), predicted: target.desired};
    case 'equal':
      return {...unchanged(target, {verified: true, fields}), predicted: finding.live};
    case 'co-owned':
      return coOwned(judged, finding.live);
    case 'unasked':
      return unverified(judged, finding.reason);
    case 'refused':
      return refused(judged, finding);
    case 'updated':
      return updated(judged, finding);
    default:
      return unreachable(finding);
  }
}

type Rest = Pick<Change, 'verified' | 'fields'> & {readonly reason?: string | undefined};

const changeOf = ({resource}: Sent['target'], rest: Rest & Pick<Change, 'action' | 'effects'>): Change => ({
  id: resource.id,
  type: 'Kubernetes',
  ...defined(rest),
});

const created = (target: Sent['target'], rest: Rest): Outcome => ({
  live: undefined,
  change: changeOf(target, {action: 'create', ...rest}),
});

const unchanged = (target: Sent['target'], rest: Rest): Outcome => ({
  change: changeOf(target, {action: 'unchanged', ...rest}),
});

/** Joins a Namespace or CRD of another stack as it is. */
function coOwned({object, sent, explained}: Judged, live: JsonObject): Outcome {
  const joined = object.state !== undefined && isLabeledShared(live);
  const reason = 'another stack declares it too: both keep it, and neither deletes it';
  const action = joined ? 'unchanged' : 'adopt';
  return {
    change: changeOf(sent.target, {action, reason, verified: true, fields: explained.fields}),
    predicted: live,
    coOwns: true,
  };
}

/** Plans what would be sent, without the server's answer. */
function unverified({object, sent, explained}: Judged, why: string): Outcome {
  const {live} = object;
  const {target, known} = sent;
  const {fields} = explained;
  if (live === undefined) return created(target, {verified: false, reason: why, fields});
  const [action, reason] = known
    ? (['update', why] as const)
    : (['adopt', `${adoptReason(live, object)}; ${why}`] as const);
  return {change: changeOf(target, {action, verified: false, reason, fields})};
}

function refused(judged: Judged, {refusal, denied}: Finding & {readonly kind: 'refused'}): Outcome {
  const {object, sent, explained} = judged;
  const {live} = object;
  const {target} = sent;
  if (!denied) {
    const explain = (differences: readonly FieldDifference[]) =>
      explainChanges({...object, ...sent}, {live: live ?? {}, answer: target.desired, differences});
    return {...unverified(judged, `the server refused it: ${refusal.message}`), refusal, explain};
  }
  const {fields} = explained;
  // Every difference is left to its owner: there is nothing to try.
  if (live !== undefined && sent.known && fields.length > 0 && fields.every(({yielded}) => yielded === true))
    return {...unchanged(target, {verified: false, fields}), predicted: live};
  const why = `a dry run is not permitted: ${refusal.message.replace(NAMED, '')}`;
  return {...unverified(judged, why), denied: {action: 'apply', detail: refusal.message}};
}

// The change names its object. The rest of the message is the same for all objects of a kind, and is shown once.
const NAMED = /^\S+ "[^"]*" is forbidden: /;

function updated({object, sent, explained}: Judged, finding: Finding & {readonly kind: 'updated'}): Outcome {
  const {live, object: answer, target, taking, real, force} = finding;
  const {fields, changes} = explained;
  const shared = {target, takeOver: taking, force};
  // A dry run does not change timestamps and owners of fields that it leaves alone, nor does the write.
  if (changes === undefined) return {...unchanged(target, {verified: true, fields}), ...shared, predicted: live};
  const effects = updateEffects(real, answer);
  const change = changeOf(target, {
    action: sent.known ? 'update' : 'adopt',
    verified: true,
    reason: reasonOf(object, sent, {...finding, fields, changes}),
    ...defined({effects: effects.length > 0 ? effects : undefined}),
    fields,
  });
  return {change, ...shared, predicted: answer};
}

type Update = Finding & {readonly kind: 'updated'; readonly fields: readonly FieldChange[]} & Pick<
    Explained,
    'changes'
  >;

function reasonOf(object: ObjectRequest, {known}: Sent, {live, taking, fields, changes}: Update): string | undefined {
  if (!known) return [adoptReason(live, object), ...takeOverTexts(taking, live, fields)].join('; ');
  if (changes === 'owners') return 'only the ownership of its fields changes';
  // Another tool made it, and its release was taken over: it is known, and does not carry our label yet.
  const texts = lineageOf(live) === undefined ? takeOverTexts(taking, live, fields) : [];
  return texts.length === 0 ? undefined : texts.join('; ');
}
