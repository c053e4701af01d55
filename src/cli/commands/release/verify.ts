import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {StackRequest} from '../../../app/plan/release-requests.ts';
import type {VerifiedHistory} from '../../../app/release/verify-history.ts';
import {verifyHistoryDocument, verifyHistoryText} from '../../../ui/text/release/verify-history-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';
import {nameLazily} from './name-history.ts';

/** The use case behind `gantry release verify`. Tests pass their own. */
export type VerifyReleases = (request: StackRequest, deps: Deps) => Promise<VerifiedHistory>;

const verifyLazily: VerifyReleases = async (request, deps) => {
  const {verifyHistory} = await import('../../../app/release/verify-history.ts');
  return verifyHistory(await nameLazily(request, deps), deps);
};

/** Defines `gantry release verify`: follows the chain of a release history, and checks each document. */
export const defineReleaseVerify = (command: Command, open: OpenSession, run: VerifyReleases = verifyLazily): Command =>
  command.action(async () => {
    const session = await open();
    const found = await run(session.globals.stack, session.deps);
    await session.print({
      document: verifyHistoryDocument(found),
      text: () => verifyHistoryText(found),
      exitCode: found.isWhole ? EXIT.done : EXIT.refused,
    });
  });
