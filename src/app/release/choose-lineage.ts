import {GantryError} from '../../core/failure/failure.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import {notFound} from '../../engine/release/revisions.ts';
import type {Inventory, OwnedObject} from '../../ports/inventory.ts';

type Choice = {readonly asked: string | undefined; readonly indexed: string | undefined};

/**
 * Chooses the lineage of a rebuild: the requested one, else the one in the index, else the only one.
 * @throws GantryError release/not-found for none, input/usage if there are several and none is named.
 */
export function chooseLineage(
  {objects, unread, unavailable}: Inventory,
  names: HistoryNames,
  {asked, indexed}: Choice,
): string {
  const found = Map.groupBy(objects, ({lineage}) => lineage);
  const wanted = asked ?? indexed;
  if (wanted !== undefined && found.has(wanted)) return wanted;
  if (found.size === 0) {
    const unseen = unread.length === 0 ? '' : `; not read: ${unread.join(', ')}`;
    const silent = unavailable.map((one) => `; ${one}`).join('');
    throw notFound(`no object in the cluster has the ownership labels of ${historyText(names)}${unseen}${silent}`);
  }
  const [only, ...others] = found.keys();
  if (asked === undefined && only !== undefined && others.length === 0) return only;
  const listed = [...found].map(([lineage, those]) => `${lineage} (${those.length} objects${madeBetween(those)})`);
  throw new GantryError({
    code: 'input/usage',
    message:
      asked === undefined
        ? `the cluster has objects of several release histories named ${historyText(names)}: ${listed.join(', ')}`
        : `--lineage ${asked}: the cluster has no object with this lineage; the lineages of ${historyText(names)} are: ${listed.join(', ')}`,
    hint: 'Name one with --lineage. The objects of the others stay unchanged. The label gantry.dev/lineage of an object holds its lineage.',
  });
}

function madeBetween(objects: readonly OwnedObject[]): string {
  const times = objects.flatMap(({created}) => created ?? []).toSorted();
  const [first, last] = [times[0], times.at(-1)];
  return first === undefined ? '' : first === last ? `, created ${first}` : `, created ${first} to ${last}`;
}
