import type {Command} from 'commander';
import type {approveWorkspace} from '../../../app/protection/approve-workspace.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {approvedText} from '../../../ui/text/stack/approve-text.ts';
import {changesText} from '../../../ui/text/workspace/workspace-change-text.ts';
import {EXIT} from '../../exit-code.ts';
import {type ApprovalFlags, approvalFlags, readApprovalFlags} from '../../flags/approval-flags.ts';
import {readWorkspaceEdits, type WorkspaceEditFlags, workspaceEditFlags} from '../../flags/workspace-edit-flags.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

const approveLazily: typeof approveWorkspace = async (request, deps) =>
  (await import('../../../app/protection/approve-workspace.ts')).approveWorkspace(request, deps);

type Flags = WorkspaceEditFlags & ApprovalFlags & {readonly delete?: boolean};

/** Defines `gantry workspace approve NAME`: signs an approval of a change of a protected workspace, which `workspace update` then makes. */
export const defineWorkspaceApprove = (command: Command, open: OpenSession, run = approveLazily): Command =>
  approvalFlags(workspaceEditFlags(command))
    .argument('<name>', 'a workspace in the backend')
    .option('--delete', 'approve the deletion of the workspace')
    .action(async (name: string, flags: Flags) => {
      const edits = readWorkspaceEdits(flags);
      if (flags.delete === true && Object.keys(edits).length > 0)
        throw usageError('--delete cannot be combined with other changes.');
      const session = await open();
      const approved = await run(
        {
          ...session.globals.stack,
          ...edits,
          ...readApprovalFlags(flags, session.globals),
          name,
          delete: flags.delete === true,
          confirm: (own, update) => {
            if (update !== undefined) session.sayAsked([], (style) => changesText(update, style));
            return session.ask(
              yesNo(`Approve ${update === undefined ? 'the deletion of' : 'this change of'} the workspace ${own}?`),
            );
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
