import type {Command} from 'commander';
import type {migrateBackend} from '../../../app/backend/migrate-backend.ts';
import {BACKENDS} from '../../../registry/backends.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {migrateText, moveText} from '../../../ui/text/backend/backend-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';

const LINES = BACKENDS.flatMap(({address: {isWord, scheme, forms}}) => (isWord ? forms : [`${scheme}://…`]));

const migrateLazily: typeof migrateBackend = async (request, deps) =>
  (await import('../../../app/backend/migrate-backend.ts')).migrateBackend(request, deps);

/** Defines `gantry backend migrate FROM TO`: shows what would be moved, asks, copies under the locks, verifies the copy, and switches. */
export const defineBackendMigrate = (command: Command, open: OpenSession, run = migrateLazily): Command =>
  command
    .argument('<from>', `the address of a backend (${LINES.join(', ')}), or a name from your configuration`)
    .argument(
      '<to>',
      'the address or the name of the new backend, which must be empty or contain an interrupted migration',
    )
    .option('--allow-plaintext', 'allow moving plain-text credentials to a backend that others can read')
    .action(async (from: string, to: string, flags: {readonly allowPlaintext?: boolean}) => {
      const session = await open();
      const {stack, insecure, lockTimeoutSeconds} = session.globals;
      const outcome = await run(
        {
          ...stack,
          insecure,
          lockTimeoutSeconds,
          from,
          to,
          allowPlaintext: flags.allowPlaintext ?? false,
          confirm: (move) => {
            session.say(() => moveText(move));
            return session.ask(yesNo('Move them?'));
          },
        },
        session.deps,
      );
      await session.print({
        document: outcome,
        text: () => migrateText(outcome),
        exitCode: outcome.kind === 'declined' ? EXIT.failed : EXIT.done,
      });
    });
