import {GantryError} from '../../core/failure/failure.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import type {Release} from '../../core/release/release.ts';
import {isComplete, wentWell} from '../../core/release/went-well.ts';
import {type ReleaseHistory, readRelease} from '../../engine/release/release-history.ts';
import {notFound, revisions} from '../../engine/release/revisions.ts';
import type {Backend} from '../../ports/backend.ts';
import type {WhichRelease} from '../plan/release-requests.ts';
import {noRelease} from './existing-history.ts';
import {readRevision} from './read-revision.ts';

/** A request for a release of a release history. */
export type ChooseRelease = {
  readonly which: WhichRelease;
  readonly history: ReleaseHistory;
  readonly names: HistoryNames;
  readonly backend: Backend;
};

/**
 * Chooses the release to apply again.
 * @throws GantryError release/not-found; input/usage for a destroy, which has no desired resources.
 */
export async function chooseRelease({which, history, names, backend}: ChooseRelease): Promise<Release> {
  if (which === 'previous') return previousOf({history, names, backend});
  if (which !== 'current') return wanting(await readRevision(backend, names, which));
  if (history.last === undefined) throw noRelease(names, backend);
  return history.last.rebuilt === undefined ? history.last : wanting(history.last);
}

function wanting(release: Release): Release {
  if (release.operation === 'apply' && isComplete(release)) return release;
  if (release.operation === 'apply') throw unknownSpec(release);
  throw new GantryError({
    code: 'input/usage',
    message: `revision ${release.revision} is a destroy: it has no resources to roll back to`,
    hint: 'Name an earlier revision. To delete the stack, run "gantry destroy".',
  });
}

function unknownSpec({revision, rebuilt}: Release): GantryError {
  const {unknown = []} = rebuilt ?? {};
  const shown = unknown.slice(0, MOST_NAMED).join(', ');
  const more = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : '';
  return new GantryError({
    code: 'input/usage',
    message: `revision ${revision} was rebuilt from the cluster and does not hold the desired state of ${shown}${more}: a rollback to it is not possible`,
    hint: 'Apply the stack from its files to create a release that you can roll back to.',
  });
}

const MOST_NAMED = 3;

type Known = Omit<ChooseRelease, 'which'>;

/**
 * Finds the newest successful release that is not the current one. A run that died counts as failed. A rollback that did not succeed is
 * continued, instead of returning to the release that it was to leave.
 */
async function previousOf(known: Known): Promise<Release> {
  const {history, names, backend} = known;
  const {lineage, last, pending} = history;
  if (lineage === undefined) throw noRelease(names, backend);
  const isWell = pending === undefined && last?.phase === 'succeeded';
  const begun = pending ?? last;
  const from =
    isWell || begun?.from === undefined ? undefined : await readRevision(backend, names, begun.from.revision);
  if (from !== undefined && wentWell(from)) return from;
  const before = isWell ? last.revision : Number.POSITIVE_INFINITY;
  for await (const release of newestFirst(known, before)) {
    if (wentWell(release)) return release;
  }
  throw nothingBefore(known, isWell ? last.revision : undefined);
}

function nothingBefore({history: {last}, names}: Known, before: number | undefined): GantryError {
  const where = before === undefined ? '' : ` before revision ${before}`;
  const lost =
    last?.rebuilt === undefined ? '' : `: revision ${last.revision} was rebuilt, and the releases before it are lost`;
  return notFound(`${historyText(names)} has no release${where} that succeeded${lost}`);
}

/**
 * Returns the last successful release, if given before revision `before`.
 * @throws GantryError release/not-found, also if it was a destroy.
 */
export async function lastGoodRelease(known: Known, before = Number.POSITIVE_INFINITY): Promise<Release> {
  for await (const release of newestFirst(known, before)) {
    if (wentWell(release)) return release;
    if (release.operation === 'destroy' && release.phase === 'succeeded') break;
  }
  const which = Number.isFinite(before) ? ` before revision ${before}` : '';
  throw notFound(`${historyText(known.names)} has no release${which} that succeeded`);
}

async function* newestFirst({history: {lineage}, backend}: Known, before: number): AsyncGenerator<Release> {
  if (lineage === undefined) return;
  for (const key of await revisions(backend, lineage)) {
    if (!key.pending && key.revision < before) yield await readRelease(backend, lineage, key);
  }
}
