import {certificatesIn} from '../../core/chart/certificate.ts';
import {decideGroup} from '../../core/chart/decide-group.ts';
import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import {isSettled} from '../release/is-settled.ts';
import {addedValues, NOTHING_ADDED} from './added-values.ts';
import {keptDiagnostics, type ResolvedGroup} from './generated-group.ts';
import {type GeneratedPlace, type LiveValues, shownPlace} from './generated-places.ts';
import {digestOf, recordOf} from './generated-records.ts';
import type {GeneratedRequest} from './generated-request.ts';
import {chosenFor, lost, valuesOf} from './generated-values.ts';

/** The places of the generated values of one source. */
type Group = {readonly source: string; readonly members: readonly GeneratedPlace[]; readonly live: LiveValues};

/** Decides whether the generated values of one source are kept or renewed, and returns them. */
export async function resolveGroup(group: Group, request: GeneratedRequest): Promise<ResolvedGroup> {
  const {source, members, live} = group;
  const made = request.loaded.generated?.find((one) => one.source === source);
  if (made === undefined) return recalled(group, request);
  const record = recordOf(source, request.history);
  const isRecorded = ({reference}: GeneratedPlace): boolean | undefined => {
    const [then, now] = [record?.values[reference], live.get(reference)?.value];
    return then === undefined || now === undefined ? undefined : then === digestOf(request.digestKey, reference, now);
  };
  const wasMade = madeBefore(source, request.history);
  const decision = decideGroup({
    members: members.map((member) => ({
      shown: shownPlace(member),
      isLive: live.has(member.reference),
      wasMade: wasMade(member),
      isRecorded: isRecorded(member),
      certificates: certificatesIn(live.get(member.reference)?.text ?? ''),
    })),
    requested: request.regenerate.find((text) => text === source || members.some(({id}) => id === text)),
    isUnsettled: !isSettled(request.history),
    now: request.now,
  });
  const renewed = async (because: string | undefined): Promise<ResolvedGroup> => {
    refuseParts(group, request);
    const values = chosenFor(members, request) ?? (await made.renew());
    return {source, members, values, fresh: values, isNew: true, diagnostics: renewedNote(source, because)};
  };
  if (!decision.keep) return renewed(decision.because);
  const changed = isSettled(request.history) ? members.filter((member) => isRecorded(member) === false) : [];
  const kept = {group: made, members, live, record, changed, origins: request.loaded.origins};
  const added = members.filter(({reference}) => !live.has(reference));
  const joined = added.length === 0 ? NOTHING_ADDED : await addedValues(kept, chosenFor(added, request));
  if (joined.diagnostics.some(isError) && !isSettled(request.history))
    return renewed(`the last run did not apply all of them: the cluster has no ${added.map(shownPlace).join(', ')}`);
  const values = new Map([...valuesOf(members, live), ...joined.values]);
  const diagnostics = [...joined.diagnostics, ...keptDiagnostics(kept)];
  return {source, members, values, fresh: joined.values, isNew: false, diagnostics};
}

/** Returns a function that reports whether a run has applied a generated value. The record of a run also has those that it did not reach. */
function madeBefore(source: string, history: ReleaseHistory): (place: GeneratedPlace) => boolean {
  const {last} = history;
  const ofLast = recordOf(source, {last, interrupted: []});
  const applied = new Set(last?.state.map(({id}) => id));
  const known = new Set(Object.keys((ofLast ?? recordOf(source, history))?.values ?? {}));
  return ({reference, id}) => known.has(reference) && (ofLast === undefined || applied.has(id));
}

/** Takes the values of a release that is applied again. A release does not contain them, so the cluster must have all. */
function recalled({source, members, live}: Group, request: GeneratedRequest): ResolvedGroup {
  const chosen = chosenFor(members, request);
  const missing = members.filter(({reference}) => !live.has(reference));
  if (chosen === undefined && missing.length > 0) throw lost(missing);
  const [values, fresh] = [chosen ?? valuesOf(members, live), chosen ?? new Map()];
  return {source, members, values, fresh, isNew: chosen !== undefined, diagnostics: []};
}

/** Refuses a plan that would apply only a part of new values. */
function refuseParts({source, members}: Group, {leftOut}: GeneratedRequest): void {
  const left = members.find(({id}) => leftOut.has(id));
  if (left === undefined || members.every(({id}) => leftOut.has(id))) return;
  throw new GantryError({
    code: 'input/usage',
    message: `the plan renews the generated values of ${source}, but leaves out ${shownPlace(left)}, which contains one of them`,
    hint: `Add ${left.id} to the plan.`,
  });
}

function renewedNote(source: string, because: string | undefined): readonly Diagnostic[] {
  if (because === undefined) return [];
  const message = `all generated values of ${source} are new, because ${because}`;
  return [{severity: 'warning', code: 'chart/generated', message}];
}
