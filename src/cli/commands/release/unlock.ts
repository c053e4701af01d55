import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {StackRequest} from '../../../app/plan/release-requests.ts';
import type {UnlockRelease as Unlocking, UnlockOutcome} from '../../../app/release/unlock-release.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {foundLockText, unlockQuestion, unlockText} from '../../../ui/lock-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession, Session} from '../../session.ts';
import {nameLazily} from './name-history.ts';

type UnlockRequest = StackRequest & Pick<Unlocking, 'force' | 'confirm'>;

/** The use case behind `gantry release unlock`. Tests pass their own. */
export type UnlockRelease = (request: UnlockRequest, deps: Deps) => Promise<UnlockOutcome>;

const unlockLazily: UnlockRelease = async ({force, confirm, ...request}, deps) => {
  const {unlockRelease} = await import('../../../app/release/unlock-release.ts');
  const names = await nameLazily(request, deps);
  return unlockRelease({...names, force, confirm}, deps);
};

/** Defines `gantry release unlock`: frees the lock of a dead run. `--force` also takes it from a run that is alive. The user sees the holder and is asked. */
export const defineReleaseUnlock = (command: Command, open: OpenSession, run: UnlockRelease = unlockLazily): Command =>
  command
    .option('--force', 'free the lock even if the run that holds it seems to be alive')
    .action(async ({force = false}: {readonly force?: boolean}) => {
      const session = await open();
      const outcome = await run({...session.globals.stack, force, confirm: asking(session)}, session.deps);
      await session.print({
        document: outcome,
        text: (style) => unlockText(outcome, style),
        exitCode: outcome.kind === 'declined' ? EXIT.failed : EXIT.done,
      });
    });

/** Reports whether to free the lock. Without a terminal only `--force` needs `--yes`, because freeing the lock of a dead run is safe. */
const asking =
  (session: Session): NonNullable<Unlocking['confirm']> =>
  async (found) => {
    session.say((style) => foundLockText(found, style));
    if (found.because !== 'forced' && !session.deps.interactive) return true;
    return session.ask(yesNo(unlockQuestion(found.because)));
  };
