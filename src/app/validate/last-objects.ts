import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import type {Deps} from '../deps.ts';

/**
 * Returns the objects of the last release by id, if the backend is a directory of this machine. Contacts no server. Does not report problems of the
 * backend: the commands that need the backend report them.
 */
export async function lastObjects(names: HistoryNames, deps: Deps): Promise<ReadonlyMap<string, JsonObject>> {
  if (untrustedCheckout() !== undefined) return new Map();
  try {
    const backend = await deps.backend();
    if (backend.directory === undefined) return new Map();
    const {last} = await openHistory({backend, ...names});
    return new Map((last?.spec ?? []).map(({id, attributes}) => [id, attributes]));
  } catch (error) {
    if (error instanceof GantryError) return new Map();
    throw error;
  }
}
