import type {Command} from 'commander';
import type {rekeyBackend} from '../../../app/backend/rekey-backend.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {rekeyingText, rekeyText} from '../../../ui/text/backend/rekey-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';

const rekeyLazily: typeof rekeyBackend = async (request, deps) =>
  (await import('../../../app/backend/rekey-backend.ts')).rekeyBackend(request, deps);

/** Defines `gantry backend rekey`: seals the backend for the declared recipients, with a new data key. */
export const defineBackendRekey = (command: Command, open: OpenSession, run = rekeyLazily): Command =>
  command.action(async () => {
    const session = await open();
    const outcome = await run(
      {
        lockTimeoutSeconds: session.globals.lockTimeoutSeconds,
        confirm: (about) => {
          session.say(() => rekeyingText(about));
          return session.ask(yesNo('Rekey it?'));
        },
      },
      session.deps,
    );
    const isDone = outcome.kind !== 'declined' && outcome.waiting.length === 0;
    await session.print({
      document: outcome,
      text: () => rekeyText(outcome),
      exitCode: isDone ? EXIT.done : outcome.kind === 'declined' ? EXIT.failed : EXIT.partial,
    });
  });
