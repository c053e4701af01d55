import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {stackText} from '../../core/stacks/stack-name.ts';

/** Notes the stacks that use values which the plans of a run change, and that are not part of the run, each with the command to run. */
export function usersElsewhere(plans: readonly Plan[]): readonly Diagnostic[] {
  const inRun = new Set(plans.map(stackText));
  return plans.flatMap((plan) =>
    (plan.dependants ?? [])
      .filter(({stack}) => !inRun.has(stack))
      .map(
        ({stack}): Diagnostic => ({
          severity: 'note',
          code: 'shared/user-elsewhere',
          message: `${stack} uses changed values of ${stackText(plan)}, and is not part of this run`,
          hint: `Where its files are, run: gantry apply -s ${stack} -w ${plan.workspace}`,
        }),
      ),
  );
}
