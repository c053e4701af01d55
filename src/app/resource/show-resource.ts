import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {knownState} from '../../core/release/known-state.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import {type SeriesNames, seriesText} from '../../core/release/series-names.ts';
import {showHoles} from '../../core/secret/hole.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Deps} from '../deps.ts';
import {existingSeries} from '../release/series-request.ts';
import {shownState} from '../release/shown-state.ts';

/** Which resource of the last release to show. */
export type ShowResource = SeriesNames & {readonly id: string};

/** The answer of `gantry resource show`. */
export type ShownResource = SeriesNames & {
  readonly formatVersion: 1;
  readonly revision?: number;
  /** What the server answered to the last apply, of the fields that are ours; secrets as `***`. */
  readonly resource: ResourceState;
  /** As the stack wrote it then. */
  readonly attributes?: JsonObject;
};

/**
 * One resource as the last release left it: the cluster is not asked.
 * @throws GantryError resource/not-found, naming the nearest id; release/not-found.
 */
export async function showResource(request: ShowResource, deps: Pick<Deps, 'backend'>): Promise<ShownResource> {
  const {id, project, stack, workspace} = request;
  const names = {project, stack, workspace};
  const {last, interrupted} = await existingSeries(await deps.backend(), names);
  const {state} = knownState(last, interrupted);
  const found = state.find((entry) => entry.id === id);
  if (found === undefined) throw unknown(id, names, state);
  const written = [...interrupted.toReversed(), ...(last === undefined ? [] : [last])]
    .flatMap(({spec}) => spec)
    .find((resource) => resource.id === id);
  return {
    formatVersion: 1,
    ...names,
    ...defined({revision: last?.revision}),
    resource: shownState(found),
    ...defined({attributes: written === undefined ? undefined : showHoles(written.attributes)}),
  };
}

function unknown(id: string, names: SeriesNames, state: readonly ResourceState[]): Error {
  const nearest = didYouMean(
    id,
    state.map((entry) => entry.id),
  );
  return new GantryError({
    code: 'resource/not-found',
    series: seriesText(names),
    id,
    ...defined({nearest}),
  });
}
