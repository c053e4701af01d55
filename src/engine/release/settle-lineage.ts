import {randomBytes} from 'node:crypto';
import {GantryError} from '../../core/failure/failure.ts';
import {historyText} from '../../core/release/history-names.ts';
import {encodeIndexEntry, signIndexEntry} from '../../core/release/index-entry.ts';
import {indexKey} from '../../core/release/keys.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {AcquireRequest} from './acquire-request.ts';
import {readLineage} from './read-head.ts';
import {settledPut} from './settled-put.ts';
import {signIndex} from './sign-index.ts';

/** Returns 16 random hex digits that identify a new release history. */
export const newLineage = (): string => randomBytes(8).toString('hex');

/**
 * Returns the lineage of the release history, and records a new one if needed. If two first applies race, both get the lineage of
 * one of them. The plan of the other is then stale.
 */
export async function settleLineage({backend, history, names, lineage}: AcquireRequest, key: Secret): Promise<string> {
  if (history.lineage !== undefined) {
    // The index gets its MAC before the head does: a head with a MAC implies an index with one.
    if (history.head?.mac === undefined) await signIndex(backend, names, key);
    return history.lineage;
  }
  const fresh = lineage ?? newLineage();
  const {project, stack, workspace} = names;
  const entry = encodeIndexEntry(signIndexEntry({formatVersion: 1, project, stack, workspace, lineage: fresh}, key));
  if ((await settledPut(backend, indexKey(names), entry, undefined)) !== 'conflict') return fresh;
  const winner = await readLineage(backend, names);
  if (winner === undefined) throw stale(`the index of ${historyText(names)} was deleted by another run`);
  if (lineage !== undefined && winner !== lineage)
    throw stale(`another first apply of ${historyText(names)} recorded its lineage first`);
  return winner;
}

const stale = (detail: string): GantryError => new GantryError({code: 'plan/stale', detail});
