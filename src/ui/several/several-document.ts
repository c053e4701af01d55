import {STACK_OUTCOMES} from '../../core/stacks/stack-outcome.ts';
import {FORMAT_VERSION} from '../json.ts';
import type {Several} from './several-text.ts';
import type {StackAnswer} from './stack-answer.ts';

/** Returns the JSON document for all stacks. */
export const severalDocument = ({answers, diagnostics, exitCode}: Several): unknown => ({
  formatVersion: FORMAT_VERSION,
  stacks: answers.map(stackDocument),
  summary: {
    stacks: answers.length,
    outcomes: Object.fromEntries(
      STACK_OUTCOMES.flatMap((outcome) => {
        const found = answers.filter((one) => one.outcome === outcome).length;
        return found === 0 ? [] : [[outcome, found]];
      }),
    ),
    changes: answers.reduce((sum, {changes = 0}) => sum + changes, 0),
  },
  diagnostics,
  exitCode,
});

const stackDocument = (one: StackAnswer): unknown => ({
  project: one.project,
  stack: one.stack,
  workspace: one.workspace,
  outcome: one.outcome,
  exitCode: one.exitCode,
  seconds: Math.round(one.seconds * 1000) / 1000,
  because: one.because,
  result: one.answer?.document,
  error: one.failed?.document.error,
});
