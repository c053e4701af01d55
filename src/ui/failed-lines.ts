import type {Failure} from '../core/failure/failure.ts';
import {stepFailureText} from './failure-text.ts';
import {foldEqual, foldedText} from './fold-equal.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';
import {troubleIn, troubleLines} from './trouble-text.ts';

type Failed = {readonly id: string; readonly failure?: Failure};

/** The resources that failed: why, in one line for each cause, and below it what the cluster says of it. */
export function failedLines(failed: readonly Failed[], {paint}: Pick<Style, 'paint'>): readonly string[] {
  const said = failed.map(({id, failure}) => {
    const trouble = troubleLines(troubleIn(failure), {paint});
    return {id, text: [printable(stepFailureText(id, failure)), ...trouble].join('\n'), trouble};
  });
  return foldEqual(said).flatMap((folded) => {
    // A line each: what the cluster says comes below.
    const [line = ''] = folded.text.split('\n', 1);
    return [`${paint.bad('failed ')} ${foldedText({...folded, text: line})}`, ...folded.first.trouble];
  });
}
