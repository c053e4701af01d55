import type {ApplyRequest} from '../../../app/plan/release-requests.ts';
import type {Plan} from '../../../core/plan/plan.ts';
import type {Question} from '../../../ui/confirm.ts';
import type {Session} from '../../session.ts';
import {showing} from './apply-result.ts';

/** What every run that a person is asked about needs of its session: the plan is shown, then the question is put. */
export const askedRun = (
  session: Session,
  question: (plan: Plan) => Question,
): Pick<ApplyRequest, 'lockTimeoutSeconds' | 'confirm'> & Required<Pick<ApplyRequest, 'show'>> => ({
  lockTimeoutSeconds: session.globals.lockTimeoutSeconds,
  show: showing(session),
  confirm: (plan) => session.ask(question(plan)),
});
