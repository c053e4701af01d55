import type {TakesAlong} from './plan.ts';

/** `12 objects go with it, 3 of them not of this stack`: what a person weighs before they permit it. */
export function takesAlongText({objects, others, atLeast}: TakesAlong): string {
  const least = atLeast === true ? 'at least ' : '';
  if (objects === 0) return atLeast === true ? 'what is in it could not be counted' : 'nothing is in it';
  const whole = `${least}${objects} ${objects === 1 ? 'object goes' : 'objects go'} with it`;
  if (others === 0) return atLeast === true ? whole : `${whole}, ${objects === 1 ? '' : 'all '}of this stack`;
  return others === objects
    ? `${whole}, ${objects === 1 ? '' : 'all '}not of this stack`
    : `${whole}, ${others} of them not of this stack`;
}
