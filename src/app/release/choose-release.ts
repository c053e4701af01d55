import {GantryError} from '../../core/failure/failure.ts';
import type {Release} from '../../core/release/release.ts';
import {type SeriesNames, seriesText} from '../../core/release/series-names.ts';
import {wentWell} from '../../core/release/went-well.ts';
import {notFound, revisions} from '../../engine/release/revisions.ts';
import {readRelease, type Series} from '../../engine/release/series.ts';
import type {Backend} from '../../ports/backend.ts';
import type {WhichRelease} from '../release-requests.ts';
import {readRevision} from './read-revision.ts';
import {noRelease} from './series-request.ts';

export type ChooseRelease = {
  readonly which: WhichRelease;
  readonly series: Series;
  readonly names: SeriesNames;
  readonly backend: Backend;
};

/**
 * The release that is to be made again.
 * @throws GantryError release/not-found; input/usage for a destroy, which wanted nothing.
 */
export async function chooseRelease({which, series, names, backend}: ChooseRelease): Promise<Release> {
  if (which === 'previous') return previousOf({series, names, backend});
  if (which !== 'current') return wanting(await readRevision(backend, names, which));
  if (series.last === undefined) throw noRelease(names, backend);
  return series.last;
}

function wanting(release: Release): Release {
  if (release.operation === 'apply') return release;
  throw new GantryError({
    code: 'input/usage',
    message: `revision ${release.revision} is a destroy: there is nothing in it to go back to`,
    hint: 'Name a revision before it; "gantry destroy" deletes the stack.',
  });
}

/** The newest that went well and is not what the stack is at now. A run that died counts as one that failed. */
async function previousOf({series, names, backend}: Omit<ChooseRelease, 'which'>): Promise<Release> {
  const {lineage, last, pending} = series;
  if (lineage === undefined) throw noRelease(names, backend);
  const isWell = pending === undefined && last?.phase === 'succeeded';
  const before = isWell ? last.revision : Number.POSITIVE_INFINITY;
  for (const key of await revisions(backend, lineage)) {
    if (key.pending || key.revision >= before) continue;
    const release = await readRelease(backend, lineage, key);
    if (wentWell(release)) return release;
  }
  const where = isWell ? ` before revision ${last.revision}` : '';
  throw notFound(`${seriesText(names)} has no release${where} that succeeded`);
}
