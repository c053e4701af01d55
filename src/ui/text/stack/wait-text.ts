import type {WaitOutcome} from '../../../app/operate/wait-for-stack.ts';
import {count} from '../../count.ts';
import {duration} from '../../duration.ts';
import {failedLines} from '../../failed-lines.ts';
import {failureText} from '../../failure-text.ts';
import {hintLine} from '../../hint-line.ts';
import {errorBody} from '../../json.ts';
import type {Style} from '../../style.ts';

/** Returns the result of `gantry wait`: the objects that failed, with their causes, then one line with the result. */
export function waitText(outcome: WaitOutcome, style: Style): string {
  const {objects, failure} = outcome;
  const failed = objects.filter((object) => object.outcome === 'failed');
  const lines = [
    ...failedLines(failed, style),
    verdict(outcome, style.paint),
    ...hintOf(failure).map((hint) => hintLine(hint, style)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const hintOf = (failure: WaitOutcome['failure']): readonly string[] => {
  const hint = failure === undefined ? undefined : failureText(failure).hint;
  return hint === undefined ? [] : [hint];
};

function verdict(
  {project, stack, workspace, revision, until, objects, failure, seconds}: WaitOutcome,
  paint: Style['paint'],
): string {
  const where = `revision ${revision} of ${project}/${stack} in ${workspace}`;
  if (failure !== undefined)
    return paint.bad(`${failureText(failure).message.replace(/[.]$/, '')}: ${where} (${duration(seconds)})`);
  if (objects.length === 0)
    return until === 'ready'
      ? `Nothing to wait for: ${where} has no resources.`
      : `Nothing to wait for: ${where} deleted nothing.`;
  const verb = until === 'ready' ? 'ready' : 'gone';
  return paint.good(`${count(objects.length, 'resource')} ${verb}: ${where} (${duration(seconds)})`);
}

/** Returns the JSON document of `gantry wait`. */
export const waitDocument = ({until, seconds, objects, failure, ...head}: WaitOutcome): unknown => ({
  ...head,
  for: until,
  outcome: failure === undefined ? 'done' : 'failed',
  seconds: Math.round(seconds * 1000) / 1000,
  objects: objects.map(({id, outcome, seconds: own, failure: why}) => ({
    id,
    outcome,
    seconds: Math.round(own * 1000) / 1000,
    failure: why && errorBody(why),
  })),
  error: failure && errorBody(failure),
});
