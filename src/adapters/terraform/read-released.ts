import type {ResourceValues} from '../../core/reference/values.ts';
import type {TerraformStates} from '../../ports/terraform-states.ts';
import {valuesOf} from './read-existing.ts';
import {decodeStored, serialOf} from './stored.ts';

/**
 * Returns the values of the resources of a stack by id, from its sealed state. No values are returned for a state that a killed run left: nobody has
 * read it yet.
 */
export async function readReleased(
  {read}: Pick<TerraformStates, 'read'>,
  lineage: string,
): Promise<ReadonlyMap<string, ResourceValues>> {
  const stored = await read(lineage);
  if (stored === undefined) return new Map();
  const {state, shown, ids} = decodeStored(stored.text);
  if (shown === undefined || shown.serial !== serialOf(state)) return new Map();
  return new Map(
    Object.entries(shown.resources).map(([address, one]) => [ids[address] ?? address, valuesOf(one)] as const),
  );
}
