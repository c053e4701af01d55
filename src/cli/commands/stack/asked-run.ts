import type {ApplyRequest} from '../../../app/plan/release-requests.ts';
import type {Plan} from '../../../core/plan/plan.ts';
import type {Question} from '../../../ui/confirm.ts';
import type {Session} from '../../session.ts';
import {showingAsked} from './apply-result.ts';

/** Returns the parts of a request that show the plan and then ask for confirmation. */
export const askedRun = (
  session: Session,
  question: (plan: Plan) => Question,
): Pick<ApplyRequest, 'lockTimeoutSeconds' | 'confirm'> & Required<Pick<ApplyRequest, 'show'>> => ({
  lockTimeoutSeconds: session.globals.lockTimeoutSeconds,
  show: showingAsked(session),
  confirm: (plan) => session.ask(question(plan)),
});
