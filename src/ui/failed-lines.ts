import type {Failure} from '../core/failure/failure.ts';
import {diagnosisIn, diagnosisLines} from './diagnosis-text.ts';
import {failureText, stepFailureText} from './failure-text.ts';
import {foldEqual, foldedText} from './fold-equal.ts';
import {hintLine} from './hint-line.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';

type Failed = {readonly id: string; readonly failure?: Failure | undefined};

/** Returns the failed resources: one line for each cause, and below it the warnings and logs of the cluster. */
export const failedLines = (failed: readonly Failed[], {paint}: Pick<Style, 'paint'>): readonly string[] =>
  causesOf(failed, {paint}).flatMap(({lines}) => lines);

/** Returns the failed resources with hints. Each hint is printed once, below the last cause that it belongs to. */
export function failedWithHints(
  failed: readonly Failed[],
  {style, said}: {readonly style: Style /** A hint that is printed elsewhere. */; readonly said: string | undefined},
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
    const trouble = diagnosisLines(diagnosisIn(failure), {paint});
    const hint = failure === undefined ? undefined : failureText(failure).hint;
    // The text includes the hint: failures with different hints are not folded.
    const text = [printable(stepFailureText(id, failure)), ...trouble, hint ?? ''].join('\n');
    return {id, text, trouble, hint};
  });
  return foldEqual(all).map((folded) => {
    // Only the first line: the warnings and logs are printed below it.
    const [line = ''] = folded.text.split('\n', 1);
    const {trouble, hint} = folded.first;
    return {lines: [`${paint.bad('failed ')} ${foldedText({...folded, text: line})}`, ...trouble], hint};
  });
}
