import {GantryError} from '../core/failure/failure.ts';
import type {Resource} from '../core/resource/resource.ts';

/** Types with a table entry. */
type Types = Readonly<Partial<Record<Resource['type'], unknown>>>;

/**
 * Refuses resources of a type that no runtime of this program can plan, apply or look at: a later version released them.
 * @throws GantryError resource/no-runtime with their ids.
 */
export function requireRuntime(resources: readonly Pick<Resource, 'id' | 'type'>[], types: Types): void {
  const others = resources.filter(({type}) => types[type] === undefined);
  const [first] = others;
  if (first === undefined) return;
  const ids = [...new Set(others.map(({id}) => id))];
  throw new GantryError({code: 'resource/no-runtime', type: first.type, resources: ids});
}
