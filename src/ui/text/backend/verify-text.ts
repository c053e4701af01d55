import type {VerifyOutcome} from '../../../app/backend/verify-backend.ts';
import {count} from '../../count.ts';
import {failureText} from '../../failure-text.ts';
import {errorBody} from '../../json.ts';
import {printable} from '../../printable.ts';

/** Returns the result of `gantry backend verify`. */
export function verifyText({backend, isSealed, documents, problems, orphans, foreign}: VerifyOutcome): string {
  const lines = [
    ...problems.map(({key, failure}) => `problem  ${key}: ${failureText(failure).message}`),
    ...orphans.map((key) => `orphan   ${key}: nothing leads to it`),
    ...foreign.map((key) => `foreign  ${key}: Gantry does not write this key`),
  ];
  const found = problems.length === 0 ? 'no problem found' : `${count(problems.length, 'problem')} found`;
  const summary = `Verified ${count(documents, 'document')} of ${backend}${isSealed ? ' (sealed)' : ''}: ${found}.`;
  return `${[...lines, summary].map(printable).join('\n')}\n`;
}

/** Returns the JSON document of `gantry backend verify`. Failures include their texts. */
export const verifyDocumentOf = ({problems, ...outcome}: VerifyOutcome): unknown => ({
  ...outcome,
  problems: problems.map(({key, failure}) => ({key, error: errorBody(failure)})),
});
