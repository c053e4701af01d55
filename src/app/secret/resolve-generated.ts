import {isError} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {unusedRegenerate} from '../../core/plan/unused-flags.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import {defined} from '../../lib/defined.ts';
import {
  type GeneratedPlace,
  generatedPlaces,
  type LiveValues,
  type ReadPlaces,
  readLiveValues,
} from './generated-places.ts';
import {recordWith} from './generated-records.ts';
import type {GeneratedRequest, ResolvedGenerated} from './generated-request.ts';
import {valuesOf} from './generated-values.ts';
import {resolveGroup} from './resolve-group.ts';
import {resolveHookValues} from './resolve-hook-values.ts';

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
  const hooks = await resolveHookValues({places: ofHooks, live, groups}, request);
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
