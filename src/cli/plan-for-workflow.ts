import type {Plan} from '../core/plan/plan.ts';
import {countChanges} from '../core/plan/summary.ts';
import {defined} from '../lib/defined.ts';
import {planWarnings} from '../ui/github/plan-warnings.ts';
import {summaryText} from '../ui/summary-text.ts';
import type {ForWorkflow} from './github.ts';

/** Returns the outputs of a plan. @param file the file of the saved plan */
export const planForWorkflow = (plan: Plan, file?: string): ForWorkflow => ({
  warnings: planWarnings(plan),
  outputs: {
    changes: countChanges(plan),
    blocked: plan.summary.blocked,
    digest: plan.digest,
    summary: summaryText(plan.summary),
    ...defined({'plan-file': file}),
  },
});
