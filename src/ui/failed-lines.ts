import type {Failure} from '../core/failure/failure.ts';
import {stepFailureText} from './failure-text.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';
import {troubleIn, troubleLines} from './trouble-text.ts';

/** One resource that failed: why, in one line, and below it what the cluster says of it. */
export const failedLines = (
  {id, failure}: {readonly id: string; readonly failure?: Failure},
  {paint}: Pick<Style, 'paint'>,
): readonly string[] => [
  `${paint.bad('failed ')} ${printable(stepFailureText(id, failure))}`,
  ...troubleLines(troubleIn(failure), {paint}),
];
