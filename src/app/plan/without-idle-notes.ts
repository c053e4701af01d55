import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';

/** Notes that explain the changes of a plan: the look-ups that a chart decided by, and the generated values that stay. */
const EXPLAINING: ReadonlySet<string> = new Set(['source/looked-up', 'chart/generated']);

/** Leaves out the notes that explain changes from a plan without changes. Each preview of an unchanged stack would repeat them. */
export const withoutIdleNotes = (
  {changes}: Pick<RuntimePlan, 'changes'>,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] =>
  changes.some(({change}) => change.action !== 'unchanged')
    ? diagnostics
    : diagnostics.filter(({severity, code}) => severity !== 'note' || !EXPLAINING.has(code));
