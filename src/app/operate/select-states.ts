import {GantryError} from '../../core/failure/failure.ts';
import type {Release} from '../../core/release/release.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import {select} from '../../core/selection/select.ts';
import {released} from '../plan/select-resources.ts';

/**
 * Returns the part of a release that ids and `--target` select; all of it without them.
 * @throws GantryError `input/usage` for a selector that matches nothing.
 */
export function selectStates(
  {spec, state}: Pick<Release, 'spec' | 'state'>,
  targets: readonly string[],
): readonly ResourceState[] {
  if (targets.length === 0) return state;
  const wanted = new Map(spec.map((resource) => [resource.id, resource]));
  const resources = state.map((one) => released(one, wanted.get(one.id)));
  const result = select({targets, excludes: [], resources, needs: new Map(), byName: true});
  if ('problem' in result) throw new GantryError({code: 'input/usage', ...result.problem});
  return state.filter(({id}) => result.selected.has(id));
}
