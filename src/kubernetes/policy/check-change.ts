import type {Action, Change} from '../../core/plan/plan.ts';
import type {ChangeCheck, PolicySubject} from '../../core/policy/policy.ts';
import type {PolicyFinding} from '../../core/policy/policy-finding.ts';
import {isAny, isKind} from '../../core/policy/select.ts';
import {unreachable} from '../../lib/unreachable.ts';
import {imageDowngrades} from './image-downgrade.ts';

/** A planned change, and the facts of its plan. */
export type CheckedChange = {
  readonly subject: PolicySubject;
  readonly change: Change;
  /** The number of deletions in the plan that the rule is about, without waived ones. */
  readonly deletions: number;
  /** True if the plan applies an earlier release again. */
  readonly isRollback: boolean;
};

const WITHOUT_EFFECT: ReadonlySet<Action> = new Set(['unchanged', 'retain', 'gone']);

/** Returns the breaches of a check by a change. */
export function checkChange(check: ChangeCheck, checked: CheckedChange): readonly PolicyFinding[] {
  const {subject, change, deletions, isRollback} = checked;
  switch (check.type) {
    case 'protectedNamespaces': {
      const {namespace} = subject;
      if (namespace === undefined || WITHOUT_EFFECT.has(change.action)) return [];
      return isAny(check.namespaces, namespace) ? [wholeChange(`the namespace ${namespace} is protected`)] : [];
    }
    case 'maxDeletions':
      return change.action === 'delete' && deletions > check.most
        ? [wholeChange(`the plan deletes ${deletions} objects, and at most ${check.most} are allowed`)]
        : [];
    case 'denyReplace':
      return change.action === 'replace' && isKind(check.kinds, subject)
        ? [wholeChange(`a ${subject.kind} must not be replaced`)]
        : [];
    case 'denyImageDowngrade':
      // A rollback is a deliberate downgrade.
      return isRollback ? [] : imageDowngrades(change.fields);
    default:
      return unreachable(check);
  }
}

const wholeChange = (message: string): PolicyFinding => ({message, path: []});
