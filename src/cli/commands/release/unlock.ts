import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {UnlockOutcome} from '../../../app/release/unlock-release.ts';
import type {StackRequest} from '../../../app/release-requests.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {unlockText} from '../../../ui/release-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';
import {nameLazily} from './name-series.ts';

export type UnlockRelease = (request: StackRequest & {readonly force: boolean}, deps: Deps) => Promise<UnlockOutcome>;

const unlockLazily: UnlockRelease = async ({force, ...request}, deps) => {
  const {unlockRelease} = await import('../../../app/release/unlock-release.ts');
  return unlockRelease({...(await nameLazily(request, deps)), force}, deps);
};

/** `gantry release unlock`: of a dead run; `--force` takes it from a living one and is asked for. */
export const defineReleaseUnlock = (command: Command, open: OpenSession, run: UnlockRelease = unlockLazily): Command =>
  command
    .option('--force', 'also when the run that holds it seems alive')
    .action(async ({force = false}: {readonly force?: boolean}) => {
      const session = await open();
      const question = yesNo('The run that holds the lock may still be writing. Take the lock from it?');
      if (force && !(await session.ask(question))) {
        const document = {formatVersion: 1, kind: 'declined'};
        return session.print({document, text: () => 'Nothing was changed.\n', exitCode: EXIT.failed});
      }
      const outcome = await run({...session.globals.stack, force}, session.deps);
      await session.print({document: outcome, text: (style) => unlockText(outcome, style)});
    });
