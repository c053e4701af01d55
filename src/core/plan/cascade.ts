import type {Cascade} from './plan.ts';

/** Returns the text about the objects that a deletion cascades to, for the user's decision. */
export function cascadeText({objects, others, atLeast}: Cascade): string {
  const least = atLeast === true ? 'at least ' : '';
  if (objects === 0) return atLeast === true ? 'its objects could not be counted' : '0 objects now';
  const whole = `${least}${objects} ${objects === 1 ? 'object is' : 'objects are'} deleted with it`;
  if (others === 0) return atLeast === true ? whole : `${whole}, ${objects === 1 ? '' : 'all '}of this stack`;
  return others === objects
    ? `${whole}, ${objects === 1 ? '' : 'all '}not of this stack`
    : `${whole}, ${others} of them not of this stack`;
}
