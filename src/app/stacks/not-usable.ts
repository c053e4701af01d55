import {GantryError} from '../../core/failure/failure.ts';
import {showPath} from '../../core/reference/path.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {OtherResource} from '../../core/stacks/other-stack.ts';
import type {Placed} from './placed-reference.ts';

/** Returns the failure of a stack that names shared resources which its project may not use. */
export function notUsable(
  refused: readonly Placed[],
  others: ReadonlyMap<string, OtherResource>,
  {project}: HistoryNames,
): GantryError {
  const resources = [...Map.groupBy(refused, ({key}) => key)].flatMap(([key, uses]) => {
    const {stack = '', id: found, usableBy = []} = others.get(key) ?? {};
    const fields = uses.flatMap(({resource, at, isDependency}) =>
      isDependency === true ? [] : [{resource, path: showPath(at)}],
    );
    return uses.slice(0, 1).map(({id}) => ({id: found ?? id, stack, usableBy, fields}));
  });
  return new GantryError({code: 'shared/not-usable', project, resources});
}
