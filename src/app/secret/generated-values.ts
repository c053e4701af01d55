import {GantryError} from '../../core/failure/failure.ts';
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

/** Returns the error for values of a release that the cluster does not have any more. */
export const lost = (
  missing: readonly GeneratedPlace[],
  hint = 'Apply the stack from its files, which generates new values.',
): GantryError =>
  new GantryError({
    code: 'input/invalid',
    diagnostics: missing.map((member) => ({
      severity: 'error',
      code: 'chart/generated',
      message: `the cluster has no ${shownPlace(member)}, which a chart generated, and releases do not contain generated values`,
      resource: member.id,
      hint,
    })),
  });
