import type {Command} from 'commander';
import type {addShared} from '../../../app/shared/add-shared.ts';
import type {OpenSession, Session} from '../../session.ts';

/** The use case behind `gantry shared add`. Tests pass their own. */
export type AddSharedCase = typeof addShared;

const addLazily: AddSharedCase = async (request, deps) =>
  (await import('../../../app/shared/add-shared.ts')).addShared(request, deps);

type Flags = {readonly file: string; readonly acceptIdentity?: boolean};

/** Defines `gantry shared add -f FILE`: registers resources that Gantry only reads. Nothing is written to the cluster. */
export const defineSharedAdd = (command: Command, open: OpenSession, run: AddSharedCase = addLazily): Command =>
  command
    .requiredOption('-f, --file <file>', "a file with resources in Kusion's form: id, type and attributes; -: stdin")
    .option('--accept-identity', 'also register an object that was created again under the id of a registered one')
    .action(async ({file, acceptIdentity = false}: Flags) => {
      const session = await open();
      const added = await run(
        {...session.globals.stack, from: await fromOf(file, session), acceptIdentity},
        session.deps,
      );
      const {sharedAddText} = await import('../../../ui/text/shared/shared-change-text.ts');
      await session.print({document: added, text: () => sharedAddText(added), diagnostics: added.diagnostics});
    });

const fromOf = async (file: string, session: Session) =>
  file === '-' ? {text: await session.readStdin(), name: 'stdin'} : file;
