import type {Command} from 'commander';
import type {resetSandbox} from '../../../app/sandbox/reset-sandbox.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {resetQuestion, sandboxResetText} from '../../../ui/text/sandbox/sandbox-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';
import {namedSandbox} from './named-sandbox.ts';

const resetLazily: typeof resetSandbox = async (request, deps) =>
  (await import('../../../app/sandbox/reset-sandbox.ts')).resetSandbox(request, deps);

/** Defines `gantry sandbox reset [NAME]`: asks, then deletes everything in the sandbox. */
export const defineSandboxReset = (command: Command, open: OpenSession, run = resetLazily): Command =>
  command.argument('[name]', 'the name of the sandbox; default: sandbox').action(async (name: string | undefined) => {
    const session = await open();
    const confirm = (status: Parameters<typeof resetQuestion>[0]): Promise<boolean> =>
      session.ask(yesNo(resetQuestion(status)));
    const reset = await run({...namedSandbox(session, name), confirm}, session.deps);
    await session.print({
      document: reset,
      text: () => sandboxResetText(reset),
      exitCode: reset.outcome === 'declined' ? EXIT.failed : EXIT.done,
    });
  });
