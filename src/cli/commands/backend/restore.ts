import type {Command} from 'commander';
import type {restoreBackend} from '../../../app/backend/restore-backend.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {restoreText, restoringText} from '../../../ui/text/backend/backup-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';

const restoreLazily: typeof restoreBackend = async (request, deps) =>
  (await import('../../../app/backend/restore-backend.ts')).restoreBackend(request, deps);

type Flags = {readonly replace?: boolean; readonly allowPlaintext?: boolean};

/** Defines `gantry backend restore FILE`: verifies a backup, asks, and replaces the contents of the backend under all locks. */
export const defineBackendRestore = (command: Command, open: OpenSession, run = restoreLazily): Command =>
  command
    .argument('<file>', 'a backup that `gantry backend backup` has written')
    .option('--replace', 'replace everything in a backend that is not empty')
    .option('--allow-plaintext', 'allow restoring plain-text credentials to a backend that others can read')
    .action(async (file: string, {replace = false, allowPlaintext = false}: Flags) => {
      const session = await open();
      const outcome = await run(
        {
          file,
          replace,
          allowPlaintext,
          lockTimeoutSeconds: session.globals.lockTimeoutSeconds,
          confirm: (about) => {
            session.say(() => restoringText(about));
            return session.ask(yesNo('Restore it?'));
          },
        },
        session.deps,
      );
      await session.print({
        document: outcome,
        text: () => restoreText(outcome),
        exitCode: outcome.kind === 'declined' ? EXIT.failed : EXIT.done,
      });
    });
