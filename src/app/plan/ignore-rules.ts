import {ignoreRulesOf} from '../../config/ignore-rules.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {IgnoreRule} from '../../core/plan/ignore-rule.ts';
import {parseIgnore} from '../../core/plan/parse-ignore.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import type {PlanFlags} from './release-requests.ts';

type Sources = {
  /** The rules of the stack. */
  readonly ignore?: readonly IgnoreRule[] | undefined;
  readonly chosen: Pick<FoundWorkspace, 'workspace' | 'origin'>;
};

/**
 * Returns the fields that a plan ignores: those of the flags, the stack and its workspace.
 * @throws GantryError input/usage for a flag that is not a path.
 */
export const ignoreRules = (
  {ignore: flags = []}: Pick<PlanFlags, 'ignore'>,
  {ignore = [], chosen}: Sources,
): readonly IgnoreRule[] => [
  ...flags.map(ruleOfFlag),
  ...ignore,
  ...ignoreRulesOf(chosen.workspace.ignore, chosen.origin),
];

function ruleOfFlag(text: string): IgnoreRule {
  const rule = parseIgnore(text);
  if (rule !== undefined) return rule;
  throw new GantryError({
    code: 'input/usage',
    message: `--ignore ${text}: this is not the path of a field`,
    hint: 'Write PATH, KIND:PATH or ID:PATH, for example Deployment:spec.template.spec.containers[*].image.',
  });
}
