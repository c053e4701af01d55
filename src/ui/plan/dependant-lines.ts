import type {Dependant} from '../../core/plan/dependant.ts';
import {count} from '../count.ts';

/** The stacks that use changed values, with one line each. */
export type DependantLines = {readonly head: string; readonly rows: readonly (readonly [string, string])[]};

const MOST_FIELDS = 2;

/** Returns the stacks that a plan of a shared stack affects, folded; undefined if it affects none. @param isWhole name every field */
export function dependantLines(
  dependants: readonly Dependant[] | undefined,
  isWhole: boolean,
): DependantLines | undefined {
  if (dependants === undefined || dependants.length === 0) return undefined;
  const one = dependants.length === 1;
  return {
    head: `Used by ${count(dependants.length, 'stack')}, whose next apply changes ${one ? 'it' : 'them'}:`,
    rows: dependants.map(({stack, fields, restarts}) => {
      const shown = isWhole ? fields : fields.slice(0, MOST_FIELDS);
      const more = fields.length - shown.length;
      const named = shown.map(({path, resource}) => `${path} of ${resource}`).join(', ');
      const restart = restarts.length === 0 ? '' : `; restarts ${restarts.join(', ')}`;
      return [stack, `${named}${more > 0 ? ` and ${more} more` : ''}${restart}`];
    }),
  };
}
