import type {Command} from 'commander';
import type {approvePlans} from '../../../app/protection/approve-plans.ts';
import {countChanges} from '../../../core/plan/summary.ts';
import {defined} from '../../../lib/defined.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {count} from '../../../ui/count.ts';
import {approvedText} from '../../../ui/text/stack/approve-text.ts';
import {EXIT} from '../../exit-code.ts';
import {type ApprovalFlags, approvalFlags, readApprovalFlags} from '../../flags/approval-flags.ts';
import type {OpenSession} from '../../session.ts';
import {showing} from './apply-result.ts';

const approveLazily: typeof approvePlans = async (request, deps) =>
  (await import('../../../app/protection/approve-plans.ts')).approvePlans(request, deps);

/** Defines `gantry approve PLAN`: shows the saved plan, asks, and signs an approval of it for a protected workspace. */
export const defineApprove = (command: Command, open: OpenSession, run = approveLazily): Command =>
  approvalFlags(command)
    .argument('<plan>', 'a plan or a directory of plans from "gantry preview --save"')
    .action(async (plan: string, flags: ApprovalFlags) => {
      const session = await open();
      const approved = await run(
        {
          ...defined({directory: session.globals.stack.directory}),
          ...readApprovalFlags(flags, session.globals),
          plan,
          confirm: (plans) => {
            for (const one of plans) showing(session)(one);
            const changes = plans.reduce((sum, one) => sum + countChanges(one), 0);
            const workspace = plans[0]?.workspace ?? '';
            return session.ask(yesNo(`Approve ${count(changes, 'change')} to the workspace ${workspace}?`));
          },
        },
        session.deps,
      );
      await session.print({
        document: approved,
        text: (style) => approvedText(approved, style),
        exitCode: approved.outcome === 'declined' ? EXIT.failed : undefined,
      });
    });
