import {maskedAddress} from '../../../core/workspace/mask.ts';
import type {ChartLockFile} from '../helm/chart-lock-file.ts';
import {type LockUse, NO_LOCK} from '../lock-use.ts';
import type {SourceEntry} from '../source.ts';
import {pinIn, type Unpinned} from './locked-pin.ts';

/** Compares a fetched source that stack.yaml does not pin with the lock file. */
export function checkPin(
  source: Unpinned,
  {at}: Pick<SourceEntry, 'at'>,
  {lock, range}: {readonly lock: ChartLockFile; readonly range?: string | undefined},
): LockUse {
  const {locked, stale} = pinIn(lock, source, range);
  if (locked !== undefined) return {...NO_LOCK, used: [locked]};
  const name = shownSource({...source, wanted: undefined});
  const message =
    stale === undefined
      ? `${shownSource(source)} is not locked`
      : `the lock of ${name} no longer applies: charts.lock.yaml has ${wantedOf(stale)}, but stack.yaml wants ${wantedOf(source)}`;
  return {used: stale === undefined ? [] : [stale], stale: [{message, ...at(['url'])}]};
}

/** Returns the text of a fetched source for messages: `the git repository https://git.example.com/shop at v1`. */
export function shownSource({git, oci, wanted}: Unpinned): string {
  const place = git === undefined ? `the OCI artifact ${oci}` : `the git repository ${maskedAddress(git)}`;
  return wanted === undefined ? place : `${place} at ${wanted}`;
}

const wantedOf = ({git, wanted}: Unpinned): string =>
  wanted ?? (git === undefined ? 'the newest version' : 'the default branch');
