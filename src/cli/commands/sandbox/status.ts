import type {Command} from 'commander';
import type {sandboxStatus} from '../../../app/sandbox/sandbox-status.ts';
import {errorBody} from '../../../ui/json.ts';
import {sandboxStatusText} from '../../../ui/text/sandbox/sandbox-text.ts';
import type {OpenSession} from '../../session.ts';
import {namedSandbox} from './named-sandbox.ts';

const statusLazily: typeof sandboxStatus = async (request, deps) =>
  (await import('../../../app/sandbox/sandbox-status.ts')).sandboxStatus(request, deps);

/** Defines `gantry sandbox status [NAME]`: shows what the sandboxes contain, and which process serves them. */
export const defineSandboxStatus = (command: Command, open: OpenSession, run = statusLazily): Command =>
  command
    .argument('[name]', 'the name of the sandbox; default: all sandboxes')
    .action(async (name: string | undefined) => {
      const session = await open();
      const found = await run(namedSandbox(session, name), session.deps);
      const sandboxes = found.sandboxes.map((one) =>
        'failure' in one ? {name: one.name, error: errorBody(one.failure)} : one,
      );
      await session.print({document: {...found, sandboxes}, text: (style) => sandboxStatusText(found, style)});
    });
