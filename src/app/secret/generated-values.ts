import {GantryError} from '../../core/failure/failure.ts';
import {listed} from '../../core/import/secret-notes.ts';
import {defined} from '../../lib/defined.ts';
import {type GeneratedPlace, type LiveValues, shownPlace} from './generated-places.ts';
import type {GeneratedRequest, GeneratedValues} from './generated-request.ts';

/** Returns the values that the cluster has. */
export const valuesOf = (members: readonly GeneratedPlace[], live: LiveValues): GeneratedValues =>
  new Map(
    members.flatMap(({reference}) => {
      const found = live.get(reference);
      return found === undefined ? [] : [[reference, found.value] as const];
    }),
  );

/** Returns the values that an earlier plan chose, if it chose all of them. */
export function chosenFor(members: readonly GeneratedPlace[], {chosen}: GeneratedRequest): GeneratedValues | undefined {
  const found = members.flatMap(({reference}) => {
    const value = chosen?.get(reference);
    return value === undefined ? [] : [[reference, value] as const];
  });
  return found.length === members.length ? new Map(found) : undefined;
}

const MOST_SHOWN = 3;

/** Returns the error for values of a release that the cluster does not have any more. There is one diagnostic for each source. */
export const lost = (
  missing: readonly GeneratedPlace[],
  hint = 'Run "gantry apply": it applies the files of the stack, and generates new values.',
): GantryError =>
  new GantryError({
    code: 'input/invalid',
    diagnostics: [...Map.groupBy(missing, ({source}) => source)].map(([source, members]) => ({
      severity: 'error',
      code: 'chart/generated',
      message: `generated values not found in the cluster: ${listed(members.map(shownPlace), MOST_SHOWN)}. They belong to ${source}, and releases do not contain generated values`,
      ...defined({resource: members.length === 1 ? members[0]?.id : undefined}),
      hint,
    })),
  });
