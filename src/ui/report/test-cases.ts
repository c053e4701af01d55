import type {TestOutcome} from '../../app/hooks/test-stack.ts';
import type {ReportCase} from '../../core/report/report-case.ts';
import {stepCase} from './apply-cases.ts';
import {subjectOf} from './plan-cases.ts';

/** Returns a case for each test of a stack, with its time. */
export const testCases = ({plan, steps}: TestOutcome): readonly ReportCase[] =>
  steps.map((step) => stepCase(step, subjectOf(plan)));
