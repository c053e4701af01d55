import type {Command} from 'commander';
import type {backupBackend} from '../../../app/backend/backup-backend.ts';
import {backupText} from '../../../ui/text/backend/backup-text.ts';
import type {OpenSession} from '../../session.ts';

const backupLazily: typeof backupBackend = async (request, deps) =>
  (await import('../../../app/backend/backup-backend.ts')).backupBackend(request, deps);

/** Defines `gantry backend backup FILE`: writes all documents of the backend to one file, while other runs continue. */
export const defineBackendBackup = (command: Command, open: OpenSession, run = backupLazily): Command =>
  command
    .argument('<file>', 'the file to write; an earlier backup is replaced')
    .option(
      '--allow-plaintext',
      'also back up secrets that the backend stores in clear: its key (keys/hmac), and credentials in workspaces',
    )
    .action(async (file: string, flags: {readonly allowPlaintext?: boolean}) => {
      const session = await open();
      const outcome = await run({file, allowPlaintext: flags.allowPlaintext ?? false}, session.deps);
      await session.print({document: outcome, text: () => backupText(outcome)});
    });
