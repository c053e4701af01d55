import {GantryError} from '../core/failure/failure.ts';
import type {Resource} from '../core/resource/resource.ts';

/**
 * Refuses resources of a type that this version cannot plan, apply or look at: a later version released them.
 * @throws GantryError resource/no-runtime with their ids.
 */
export function requireRuntime(resources: readonly Pick<Resource, 'id' | 'type'>[]): void {
  const others = resources.filter(({type}) => type !== 'Kubernetes');
  const [first] = others;
  if (first === undefined) return;
  const ids = [...new Set(others.map(({id}) => id))];
  throw new GantryError({code: 'resource/no-runtime', type: first.type, resources: ids});
}
