import {randomBytes} from 'node:crypto';
import type {LoadedResources} from '../../config/load-resources.ts';
import type {GeneratedGroup} from '../../config/sources/generated.ts';
import {certificatesIn} from '../../core/chart/certificate.ts';
import {decideGroup} from '../../core/chart/decide-group.ts';
import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {unusedRegenerate} from '../../core/plan/unused-flags.ts';
import type {GeneratedRecord} from '../../core/release/generated-record.ts';
import type {SourceRecord} from '../../core/release/source-record.ts';
import {Secret} from '../../core/secret/secret.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import {isAnnotation} from '../../kubernetes/chart/text-field.ts';
import {defined} from '../../lib/defined.ts';
import {isSettled} from '../release/is-settled.ts';
import {addedValues, NOTHING_ADDED} from './added-values.ts';
import {keptDiagnostics} from './generated-group.ts';
import {
  type GeneratedPlace,
  generatedPlaces,
  type LiveValues,
  type ReadPlaces,
  readLiveValues,
  shownPlace,
} from './generated-places.ts';

/** Generated values by their reference. */
export type GeneratedValues = ReadonlyMap<string, Secret>;

/** Resources with generated values, and what is known of these. */
export type GeneratedRequest = {
  readonly loaded: LoadedResources;
  /** The resources and the hooks in the plan. */
  readonly planned: Pick<LoadedResources, 'resources' | 'expandable'>;
  /** The ids that the plan leaves out. */
  readonly leftOut: ReadonlySet<string>;
  readonly history: ReleaseHistory;
  readonly digestKey: Secret;
  /** `--regenerate`: names of Helm releases, or ids of objects with generated values. */
  readonly regenerate: readonly string[];
  /** The values that an earlier plan of the same run, or a saved plan, has chosen. */
  readonly chosen?: GeneratedValues | undefined;
  /** Receives a value of `--regenerate` that names nothing here. Absent: it is an error. */
  readonly onUnused?: ((warning: Diagnostic) => void) | undefined;
  readonly now: Date;
};

/** The generated values of a plan. */
export type ResolvedGenerated = {
  readonly values: GeneratedValues;
  /** The values that the cluster does not have yet. */
  readonly fresh: GeneratedValues;
  /** The values in the cluster that the plan replaces. */
  readonly former: GeneratedValues;
  /** The records of the sources for the release. */
  readonly records: readonly SourceRecord[] | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Resolves the generated values of charts: those of a source are kept from the cluster, or all are new. A value that a new version of the
 * chart adds is new beside kept ones.
 * @param open opens the cluster, if there are generated values
 * @throws GantryError for values that cannot be read, kept or renewed
 */
export async function resolveGenerated(
  request: GeneratedRequest,
  open: () => Promise<ReadPlaces>,
): Promise<ResolvedGenerated> {
  const places = generatedPlaces(request.loaded);
  for (const text of request.regenerate)
    if (!places.some(({source, id}) => text === source || text === id)) reportUnused(text, request);
  const known = new Set(places.map(({reference}) => reference));
  const released = releasedPlaces(request.history);
  const ofHooks = generatedPlaces(request.planned).flatMap((place) =>
    known.has(place.reference) ? [] : [released.get(place.reference) ?? place],
  );
  const all = [...places, ...ofHooks];
  const live: LiveValues = all.length === 0 ? new Map() : await readLiveValues(all, await open());
  const members = [...Map.groupBy(places, ({source}) => source)];
  const groups = await Promise.all(members.map(([source, own]) => resolveGroup({source, members: own, live}, request)));
  const diagnostics = groups.flatMap((group) => group.diagnostics);
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics});
  const hooks = await resolveHooks({places: ofHooks, live, groups}, request);
  const values = new Map([...groups.flatMap((group) => [...group.values]), ...hooks.kept, ...hooks.fresh]);
  const renewed = groups.filter(({isNew}) => isNew);
  return {
    values,
    fresh: new Map([...groups.flatMap((group) => [...group.fresh]), ...hooks.fresh]),
    former: new Map(renewed.flatMap((group) => [...valuesOf(group.members, live)])),
    records: request.loaded.records?.map((record) => recordWith(record, {groups, values}, request)),
    diagnostics,
  };
}

function reportUnused(text: string, {onUnused}: GeneratedRequest): void {
  const {message, hint, ...warning} = unusedRegenerate(text);
  if (onUnused === undefined) throw new GantryError({code: 'input/usage', message, ...defined({hint})});
  onUnused({...warning, message, ...defined({hint})});
}

/** Returns the places in released objects. A hook that runs with a removal takes values from them, and its own object has none. */
const releasedPlaces = ({last, interrupted}: ReleaseHistory): ReadonlyMap<string, GeneratedPlace> =>
  new Map(
    [...(last === undefined ? [] : [last]), ...interrupted]
      .flatMap(({spec, expandable = []}) => generatedPlaces({resources: spec, expandable: new Set(expandable)}))
      .map((place) => [place.reference, place]),
  );

/** The places of the generated values of one source. */
type Group = {readonly source: string; readonly members: readonly GeneratedPlace[]; readonly live: LiveValues};

type ResolvedGroup = Pick<Group, 'source' | 'members'> & {
  readonly values: GeneratedValues;
  /** The values that the cluster does not have. */
  readonly fresh: GeneratedValues;
  /** True if all values are new. */
  readonly isNew: boolean;
  readonly diagnostics: readonly Diagnostic[];
};

async function resolveGroup(group: Group, request: GeneratedRequest): Promise<ResolvedGroup> {
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

type Hooks = {
  readonly places: readonly GeneratedPlace[];
  readonly live: LiveValues;
  readonly groups: readonly ResolvedGroup[];
};

/**
 * Resolves values that only hooks take. They are not part of the group, because a hook leaves no object that must stay: an object that it
 * left keeps its values, and others come from a render.
 */
async function resolveHooks({places, live, groups}: Hooks, request: GeneratedRequest) {
  const kept = new Map<string, Secret>();
  const fresh = new Map<string, Secret>();
  for (const place of places) {
    const {source, reference} = place;
    const found = groups.some((one) => one.source === source && one.isNew) ? undefined : live.get(reference)?.value;
    if (found !== undefined) kept.set(reference, found);
    else fresh.set(reference, request.chosen?.get(reference) ?? (await renewedValue(place, request)));
  }
  return {kept, fresh};
}

async function renewedValue(place: GeneratedPlace, {loaded}: GeneratedRequest): Promise<Secret> {
  const made = loaded.generated?.find(({source}) => source === place.source);
  const value = (await made?.renew())?.get(place.reference);
  if (value !== undefined) return value;
  // An annotation is generated to differ in each run. Nothing reads it.
  if (isAnnotation(place.at)) return new Secret(randomBytes(10).toString('hex'));
  throw lost([place], 'Pass --skip-hooks to run no hook.');
}

/** Takes the values of a release that is applied again. A release does not contain them, so the cluster must have all. */
function recalled({source, members, live}: Group, request: GeneratedRequest): ResolvedGroup {
  const chosen = chosenFor(members, request);
  const missing = members.filter(({reference}) => !live.has(reference));
  if (chosen === undefined && missing.length > 0) throw lost(missing);
  const [values, fresh] = [chosen ?? valuesOf(members, live), chosen ?? new Map()];
  return {source, members, values, fresh, isNew: chosen !== undefined, diagnostics: []};
}

const lost = (
  missing: readonly GeneratedPlace[],
  hint = 'Apply the stack from its files, which generates new values.',
): GantryError =>
  new GantryError({
    code: 'input/invalid',
    diagnostics: missing.map((member) => ({
      severity: 'error',
      code: 'chart/generated',
      message: `the cluster has no ${shownPlace(member)}, which a chart generated, and releases do not contain generated values`,
      resource: member.id,
      hint,
    })),
  });

/** Returns the values that an earlier plan chose, if it chose all of them. */
function chosenFor(members: readonly GeneratedPlace[], {chosen}: GeneratedRequest): GeneratedValues | undefined {
  const found = members.flatMap(({reference}) => {
    const value = chosen?.get(reference);
    return value === undefined ? [] : [[reference, value] as const];
  });
  return found.length === members.length ? new Map(found) : undefined;
}

const valuesOf = (members: readonly GeneratedPlace[], live: LiveValues): GeneratedValues =>
  new Map(
    members.flatMap(({reference}) => {
      const found = live.get(reference);
      return found === undefined ? [] : [[reference, found.value] as const];
    }),
  );

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

/** Returns the record of the last run that included the source. */
const recordOf = (
  source: string,
  {last, interrupted}: Pick<ReleaseHistory, 'last' | 'interrupted'>,
): GeneratedRecord | undefined =>
  [...interrupted.toReversed(), ...(last === undefined ? [] : [last])]
    .flatMap(({sources = []}) => sources)
    .find(({name, generated}) => name === source && generated !== undefined)?.generated;

/** The value itself is the key of the digest, because no other use of it is permitted here. */
const digestOf = (key: Secret, reference: string, value: Secret): string =>
  key.hmac(`generated ${value.hmac(reference)}`);

type Resolved = {readonly groups: readonly ResolvedGroup[]; readonly values: GeneratedValues};

/** Adds what the next build needs to know of the generated values to the record of a source. */
function recordWith(record: SourceRecord, {groups, values}: Resolved, request: GeneratedRequest): SourceRecord {
  const made = madeBy(record, request.loaded.generated);
  if (made === undefined) return record;
  const group = groups.find(({source}) => source === record.name);
  const before = recordOf(record.name, request.history);
  const isNew = group === undefined || group.isNew;
  const digests = (group?.members ?? []).flatMap(({reference}) => {
    const value = values.get(reference);
    return value === undefined ? [] : [[reference, digestOf(request.digestKey, reference, value)] as const];
  });
  const madeFrom = isNew ? made.madeFrom : (before?.madeFrom ?? made.madeFrom);
  return {...record, generated: {...made, madeFrom, values: Object.fromEntries(digests)}};
}

const madeBy = (
  {name, generated}: SourceRecord,
  groups: readonly GeneratedGroup[] | undefined,
): Omit<GeneratedRecord, 'values'> | undefined => groups?.find(({source}) => source === name)?.record ?? generated;
