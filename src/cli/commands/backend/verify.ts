import type {Command} from 'commander';
import type {verifyBackend} from '../../../app/backend/verify-backend.ts';
import {verifyDocumentOf, verifyText} from '../../../ui/text/backend/verify-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';

const verifyLazily: typeof verifyBackend = async (request, deps) =>
  (await import('../../../app/backend/verify-backend.ts')).verifyBackend(request, deps);

/** Defines `gantry backend verify`: reads every document as a run would, and reports what no run would accept. */
export const defineBackendVerify = (command: Command, open: OpenSession, run = verifyLazily): Command =>
  command
    .option('--strict', 'also fail on documents that nothing leads to, and on documents of other programs')
    .action(async (flags: {readonly strict?: boolean}) => {
      const session = await open();
      const outcome = await run({strict: flags.strict ?? false}, session.deps);
      await session.print({
        document: verifyDocumentOf(outcome),
        text: () => verifyText(outcome),
        exitCode: outcome.isWhole ? EXIT.done : EXIT.refused,
      });
    });
