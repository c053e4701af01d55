import {type Head, nextRevision} from '../../core/release/head.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {headKey} from '../../core/release/keys.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {SeenHistory} from '../../ports/seen-history.ts';

type Comparing = {
  readonly seen: SeenHistory;
  /** The file in which this machine stores `seen`. */
  readonly file: string;
  readonly lineage: string;
  readonly head: Head | undefined;
};

/**
 * Compares a head with the one that this machine saw last. A head with a valid MAC may still be an old one that was put back from
 * a copy. Only a comparison with the last seen head reveals that.
 * @throws GantryError release/untrusted
 */
export function compareSeen({seen, file, lineage, head}: Comparing): void {
  const key = headKey(lineage);
  const known = {revision: seen.revision, file};
  const found = head === undefined ? {} : {found: newestOf(head)};
  const isSame = lineage === seen.lineage;
  const [then, now] = [seen.restored ?? '', head?.restored ?? ''];
  if (head === undefined) {
    if (isSame) throw untrusted(key, 'gone', {known});
    return;
  }
  if (head.mac === undefined) throw untrusted(key, 'no-mac', {known, ...found});
  // The holder of the key has restored an older state on purpose, after this machine saw the newer one.
  if (now > then && head.mac.key === seen.key) return;
  if (seen.former.includes(lineage)) throw untrusted(key, 'replayed', {known, ...found});
  if (!isSame) return;
  if (head.mac.key !== seen.key) throw untrusted(key, 'other-key', {known, ...found});
  const isLower = [now < then, head.epoch < seen.epoch, newestOf(head) < seen.revision].includes(true);
  if (isLower) throw untrusted(key, 'replayed', {known, ...found});
}

/** Records the head as seen, so that this machine trusts no earlier head. */
export async function noteHead({seen}: Backend, names: HistoryNames, head: Head): Promise<void> {
  const {lineage, epoch, mac, restored} = head;
  if (mac === undefined) return;
  await seen?.note(names, {lineage, epoch, revision: newestOf(head), key: mac.key, ...defined({restored})});
}

const newestOf = (head: Head): number => nextRevision(head) - 1;
