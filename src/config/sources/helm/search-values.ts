import type {PlacedValue} from '../../../core/chart/list-values.ts';

/** Reports whether a field changes with these values; undefined if the chart cannot be rendered with other ones. */
export type ChangesWith = (values: readonly PlacedValue[]) => Promise<boolean | undefined>;

/** The limits of a search. A render takes about a tenth of a second. */
export type SearchLimits = {readonly mostRenders: number; readonly mostMs: number; readonly now: () => number};

/** The values that a field changes with. `isComplete`: all values were tried. */
export type FoundValues = {readonly values: readonly PlacedValue[]; readonly isComplete: boolean};

/** Finds the values that a field changes with: the likely ones one by one, all others in halves. */
export async function searchValues(
  likely: readonly PlacedValue[],
  others: readonly PlacedValue[],
  changesWith: ChangesWith,
  {mostRenders, mostMs, now}: SearchLimits,
): Promise<FoundValues> {
  const deadline = now() + mostMs;
  let renders = 0;
  let isComplete = true;
  const search = async (group: readonly PlacedValue[]): Promise<readonly PlacedValue[]> => {
    if (group.length === 0) return [];
    if (renders >= mostRenders || now() > deadline) {
      isComplete = false;
      return [];
    }
    renders++;
    const changed = await changesWith(group);
    if (changed === false) return [];
    if (group.length === 1) {
      if (changed === undefined) isComplete = false;
      return changed === true ? group : [];
    }
    const middle = Math.ceil(group.length / 2);
    return [...(await search(group.slice(0, middle))), ...(await search(group.slice(middle)))];
  };
  const values: PlacedValue[] = [];
  for (const one of likely) values.push(...(await search([one])));
  values.push(...(await search(others)));
  return {values, isComplete};
}
