import type {Command} from 'commander';
import type {addShared} from '../../../app/shared/add-shared.ts';
import type {makeClaim} from '../../../app/shared/make-claim.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {readRun} from '../../flags/plan-flags.ts';
import type {OpenSession, Session} from '../../session.ts';
import {globalsOf} from '../../shared-globals.ts';
import {usageError} from '../../usage.ts';
import {applyResult, whereOf} from '../stack/apply-result.ts';
import {askedRun} from '../stack/asked-run.ts';

/** The use case behind `gantry shared add -f`. Tests pass their own. */
export type AddSharedCase = typeof addShared;

/** The use case behind `gantry shared add --claim`. Tests pass their own. */
export type MakeClaimCase = typeof makeClaim;

const addLazily: AddSharedCase = async (request, deps) =>
  (await import('../../../app/shared/add-shared.ts')).addShared(request, deps);

const makeLazily: MakeClaimCase = async (request, deps) =>
  (await import('../../../app/shared/make-claim.ts')).makeClaim(request, deps);

type Flags = {readonly file?: string | undefined; readonly acceptIdentity?: boolean; readonly claim?: string};

/** The use cases behind `gantry shared add`. Tests pass their own. */
export type AddUses = {readonly run?: AddSharedCase; readonly make?: MakeClaimCase};

/**
 * Defines `gantry shared add`: `-f FILE` registers resources that Gantry only reads, and `--claim TYPE/CLASS` creates the resources of a recipe
 * of a shared stack.
 */
export const defineSharedAdd = (
  command: Command,
  open: OpenSession,
  {run = addLazily, make = makeLazily}: AddUses = {},
): Command =>
  command
    .option('-f, --file <file>', "a file with resources in Kusion's form: id, type and attributes; -: stdin")
    .option('--accept-identity', 'also register an object that was created again under the id of a registered one')
    .option(
      '--claim <type/class>',
      'create the resources of a recipe in `claims` of a shared stack, before an application claims them',
    )
    .action(async ({file, acceptIdentity = false, claim}: Flags) => {
      const session = await open();
      if (claim !== undefined) return makeIt(claim, {file, acceptIdentity}, {session, make});
      if (file === undefined) throw usageError('Name a file or a recipe.', 'Pass -f FILE, or --claim TYPE/CLASS.');
      const added = await run(
        {...session.globals.stack, from: await fromOf(file, session), acceptIdentity},
        session.deps,
      );
      const {sharedAddText} = await import('../../../ui/text/shared/shared-change-text.ts');
      await session.print({document: added, text: () => sharedAddText(added), diagnostics: added.diagnostics});
    });

async function makeIt(
  claim: string,
  {file, acceptIdentity = false}: Flags,
  {session, make}: {readonly session: Session; readonly make: MakeClaimCase},
): Promise<void> {
  if (file !== undefined || acceptIdentity)
    throw usageError(`--claim and ${file === undefined ? '--accept-identity' : '-f'} cannot be used together.`);
  const outcome = await make(
    {
      ...globalsOf('shared apply', session.globals).stack,
      claim,
      ...readRun({wait: true}),
      ...askedRun(session, (plan) => yesNo(`Make ${claim} in ${plan.stack}, ${whereOf(plan, session)}?`)),
    },
    session.deps,
  );
  await session.print(applyResult(outcome));
}

const fromOf = async (file: string, session: Session) =>
  file === '-' ? {text: await session.readStdin(), name: 'stdin'} : file;
