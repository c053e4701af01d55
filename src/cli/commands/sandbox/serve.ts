import type {Command} from 'commander';
import type {serveSandbox} from '../../../app/sandbox/serve-sandbox.ts';
import {sandboxServedText} from '../../../ui/text/sandbox/sandbox-text.ts';
import type {OpenSession} from '../../session.ts';
import {namedSandbox} from './named-sandbox.ts';

const serveLazily: typeof serveSandbox = async (request, deps) =>
  (await import('../../../app/sandbox/serve-sandbox.ts')).serveSandbox(request, deps);

/** Defines `gantry sandbox serve [NAME]`: serves the sandbox until Ctrl-C. */
export const defineSandboxServe = (command: Command, open: OpenSession, run = serveLazily): Command =>
  command.argument('[name]', 'the name of the sandbox; default: sandbox').action(async (name: string | undefined) => {
    const session = await open();
    await run(
      {
        ...namedSandbox(session, name),
        onServed: (served) => session.print({document: served, text: () => sandboxServedText(served)}),
      },
      session.deps,
    );
  });
