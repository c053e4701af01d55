import type {Command} from 'commander';
import type {sandboxStatus} from '../../../app/sandbox/sandbox-status.ts';
import {errorBody} from '../../../ui/json.ts';
import {sandboxStatusText} from '../../../ui/text/sandbox/sandbox-text.ts';
import type {OpenSession} from '../../session.ts';
import {namedSandbox} from './named-sandbox.ts';

const statusLazily: typeof sandboxStatus = async (request, deps) =>
  (await import('../../../app/sandbox/sandbox-status.ts')).sandboxStatus(request, deps);

/** `gantry sandbox status [NAME]`: what is kept, and who serves it. */
export const defineSandboxStatus = (command: Command, open: OpenSession, run = statusLazily): Command =>
  command.argument('[name]', 'only this one; default: all of them').action(async (name: string | undefined) => {
    const session = await open();
    const found = await run(namedSandbox(session, name), session.deps);
    const sandboxes = found.sandboxes.map((one) =>
      'failure' in one ? {name: one.name, error: errorBody(one.failure)} : one,
    );
    await session.print({document: {...found, sandboxes}, text: (style) => sandboxStatusText(found, style)});
  });
