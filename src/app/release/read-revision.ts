import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import type {Release} from '../../core/release/release.ts';
import {readRelease} from '../../engine/release/release-history.ts';
import {notFound, revisions} from '../../engine/release/revisions.ts';
import type {Backend} from '../../ports/backend.ts';
import {lineageOf} from './existing-history.ts';

/**
 * Reads the stored release of a number.
 * @throws GantryError release/not-found, with the existing numbers; release/damaged, release/newer-format.
 */
export async function readRevision(backend: Backend, names: HistoryNames, revision: number): Promise<Release> {
  const lineage = await lineageOf(backend, names);
  const keys = await revisions(backend, lineage);
  const found = keys.find((key) => key.revision === revision);
  if (found !== undefined) return readRelease(backend, lineage, found);
  const known =
    keys.length === 0 ? 'it has no revision yet' : `its revisions are ${keys.at(-1)?.revision} to ${keys[0]?.revision}`;
  throw notFound(`${historyText(names)} has no revision ${revision}; ${known}`);
}
