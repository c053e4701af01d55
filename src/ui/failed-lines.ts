import type {Failure} from '../core/failure/failure.ts';
import {failureText, stepFailureText} from './failure-text.ts';
import {foldEqual, foldedText} from './fold-equal.ts';
import {hintLine} from './hint-line.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';
import {troubleIn, troubleLines} from './trouble-text.ts';

type Failed = {readonly id: string; readonly failure?: Failure | undefined};

/** The resources that failed: why, in one line for each cause, and below it what the cluster says of it. */
export const failedLines = (failed: readonly Failed[], {paint}: Pick<Style, 'paint'>): readonly string[] =>
  causesOf(failed, {paint}).flatMap(({lines}) => lines);

/** The same with what to do about it: each hint once, below the last cause that it is about. */
export function failedWithHints(
  failed: readonly Failed[],
  {style, said}: {readonly style: Style /** Told elsewhere. */; readonly said: string | undefined},
): readonly string[] {
  const causes = causesOf(failed, style);
  const last = new Map(causes.map(({hint}, i) => [hint, i]));
  return causes.flatMap(({lines, hint}, i) =>
    hint === undefined || hint === said || last.get(hint) !== i ? lines : [...lines, `  ${hintLine(hint, style)}`],
  );
}

type Cause = {readonly lines: readonly string[]; readonly hint: string | undefined};

function causesOf(failed: readonly Failed[], {paint}: Pick<Style, 'paint'>): readonly Cause[] {
  const all = failed.map(({id, failure}) => {
    const trouble = troubleLines(troubleIn(failure), {paint});
    const hint = failure === undefined ? undefined : failureText(failure).hint;
    // With its hint: what has to be done otherwise is another cause.
    const text = [printable(stepFailureText(id, failure)), ...trouble, hint ?? ''].join('\n');
    return {id, text, trouble, hint};
  });
  return foldEqual(all).map((folded) => {
    // A line each: what the cluster says comes below.
    const [line = ''] = folded.text.split('\n', 1);
    const {trouble, hint} = folded.first;
    return {lines: [`${paint.bad('failed ')} ${foldedText({...folded, text: line})}`, ...trouble], hint};
  });
}
