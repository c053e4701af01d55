import type {Command} from 'commander';
import type {allowWorkspace} from '../../../app/trust/allow-workspace.ts';
import {allowedText, allowQuestionText} from '../../../ui/allow-text.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {EXIT} from '../../exit-code.ts';
import {collect} from '../../flags/collect.ts';
import {backendRequest} from '../../flags/globals.ts';
import {given} from '../../flags/request.ts';
import type {OpenSession} from '../../session.ts';

const allowLazily: typeof allowWorkspace = async (request, deps) =>
  (await import('../../../app/trust/allow-workspace.ts')).allowWorkspace(request, deps);

type Flags = {readonly branch?: readonly string[]};

/** `gantry workspace allow [NAME]`: what a workspace of others wants of this machine, and the user's word for it. */
export const defineWorkspaceAllow = (command: Command, open: OpenSession, run = allowLazily): Command =>
  command
    .argument('[name]', 'a workspace or its file; default: the current one')
    .option('--branch <name>', 'whatever it says while this branch is checked out (repeatable)', collect)
    .action(async (name: string | undefined, {branch}: Flags) => {
      const session = await open();
      const allowed = await run(
        {
          ...backendRequest(session.globals),
          ...given({name, branches: branch}),
          confirm: (question) => {
            session.say((style) => allowQuestionText(question, style));
            return session.ask(yesNo(`Allow this to ${question.workspace}?`));
          },
        },
        session.deps,
      );
      const isDeclined = allowed.parts.some(({outcome}) => outcome === 'declined');
      await session.print({
        document: allowed,
        text: () => allowedText(allowed),
        ...(isDeclined ? {exitCode: EXIT.failed} : {}),
      });
    });
