import type {ApplyRequest} from '../../../app/plan/release-requests.ts';
import type {Plan} from '../../../core/plan/plan.ts';
import {typedName} from '../../../ui/confirm.ts';
import {count} from '../../../ui/count.ts';
import type {Session} from '../../session.ts';
import {whereOf} from './apply-result.ts';

/**
 * Asks on a terminal for the stack's name, which permits the deletions that no flag has permitted. They have been shown before.
 * With `--yes` nothing is asked, and they stay blocked.
 */
export const permitByName = (session: Session): Pick<ApplyRequest, 'permit'> =>
  session.deps.interactive && !session.globals.yes
    ? {permit: (plan) => session.ask(typedName(deletionsText(plan, session), plan.stack))}
    : {};

const MOST_NAMED = 8;

function deletionsText(plan: Plan, session: Session): string {
  const ids = plan.changes.flatMap(({id, blocked}) => (blocked === undefined ? [] : [id]));
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
  const named = `${ids.slice(0, MOST_NAMED).join(', ')}${more}`;
  const all = plan.summary.delete;
  return `This permanently deletes ${count(all, 'object')} of stack ${plan.stack} from ${whereOf(plan, session)}: ${named}.`;
}
