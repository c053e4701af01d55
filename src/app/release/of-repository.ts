import {readHead} from '../../engine/release/read-head.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import type {Backend} from '../../ports/backend.ts';
import {findOrigin} from './find-origin.ts';
import type {HistoryMove, Moves} from './history-move.ts';

const AT_ONCE = 8;

/** Separates the histories that another git repository made: another project may have the same name. */
export async function ofRepository(
  moves: readonly HistoryMove[],
  directory: string | undefined,
  backend: Backend,
): Promise<Moves> {
  const here = directory === undefined ? undefined : await findOrigin(directory);
  if (here === undefined || here === '') return {moves, left: []};
  const origins = await mapLimited(moves, AT_ONCE, async ({history}) => {
    const stored = await readHead(backend, history.entry.lineage);
    return stored?.head.origin;
  });
  const isOther = (at: number): boolean => {
    const origin = origins[at];
    return origin !== undefined && repositoryOf(origin) !== repositoryOf(here);
  };
  return {moves: moves.filter((_, i) => !isOther(i)), left: moves.filter((_, i) => isOther(i))};
}

/** Returns the repository of `github.com/acme/shop//deploy/web`. */
const repositoryOf = (origin: string): string => origin.split('//')[0] ?? origin;
