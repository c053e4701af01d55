import {resolve} from 'node:path';
import type {Command} from 'commander';
import type {initStack} from '../../../app/init-stack.ts';
import {shownFile} from '../../../ui/diagnostic-text.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry init`; a test passes its own. */
export type InitStack = typeof initStack;

const initLazily: InitStack = async (request, deps) =>
  (await import('../../../app/init-stack.ts')).initStack(request, deps);

/** `gantry init [DIR]`. */
export const defineInit = (command: Command, open: OpenSession, run: InitStack = initLazily): Command =>
  command
    .argument('[dir]', 'where; default: the current directory')
    .option('--from <dir>', 'manifests that the stack begins with')
    .action(async (dir: string | undefined, {from}: {readonly from?: string}) => {
      const session = await open();
      const directory = resolve(session.deps.cwd, session.globals.stack.directory ?? '.', dir ?? '.');
      const {created} = await run({directory, from}, session.deps);
      await session.print({
        document: {formatVersion: 1, created},
        text: ({cwd}) => created.map((file) => `created ${shownFile(file, cwd)}\n`).join(''),
      });
      session.say(() => `Next: ${next(created)}\n`);
    });

/** The sample brings a workspace file; manifests that were there already bring none. */
const next = (created: readonly string[]): string =>
  created.some((file) => /(?:^|[/\\])workspaces[/\\]dev\.yaml$/.test(file))
    ? `say in workspaces/dev.yaml which cluster it is, then look at the change with "gantry preview -w dev"${WITHOUT}.`
    : `make a workspace with "gantry workspace create NAME --kubeconfig FILE", then look at the change with "gantry preview -w NAME"${WITHOUT}.`;

const WITHOUT = '; without a cluster: "gantry preview -w sandbox"';
