import type {JsonObject} from '../../core/json.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {knownState} from '../../core/release/known-state.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import {showRedacted} from '../../core/secret/redacted-value.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Deps} from '../deps.ts';
import {existingHistory} from '../release/existing-history.ts';
import {shownState} from '../release/shown-state.ts';
import {resourceNotFound} from './resource-not-found.ts';

/** A resource of the last release to show. */
export type ShowResource = HistoryNames & {readonly id: string};

/** The answer of `gantry resource show`. */
export type ShownResource = HistoryNames & {
  readonly formatVersion: 1;
  readonly revision?: number;
  /** The server's answer to the last apply, for the fields that we own; secrets as `***`. */
  readonly resource: ResourceState;
  /** The attributes as the stack wrote them. */
  readonly attributes?: JsonObject;
};

/**
 * Returns one resource as of the last release; the cluster is not contacted.
 * @throws GantryError resource/not-found, naming the nearest id; release/not-found.
 */
export async function showResource(request: ShowResource, deps: Pick<Deps, 'backend'>): Promise<ShownResource> {
  const {id, project, stack, workspace} = request;
  const names = {project, stack, workspace};
  const {last, interrupted} = await existingHistory(await deps.backend(), names);
  const {state} = knownState(last, interrupted);
  const found = state.find((entry) => entry.id === id);
  if (found === undefined)
    throw resourceNotFound(
      names,
      id,
      didYouMean(
        id,
        state.map((entry) => entry.id),
      ),
    );
  const written = [...interrupted.toReversed(), ...(last === undefined ? [] : [last])]
    .flatMap(({spec}) => spec)
    .find((resource) => resource.id === id);
  return {
    formatVersion: 1,
    ...names,
    ...defined({revision: last?.revision}),
    resource: shownState(found),
    ...defined({attributes: written === undefined ? undefined : showRedacted(written.attributes)}),
  };
}
