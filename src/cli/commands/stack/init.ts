import {resolve} from 'node:path';
import {type Command, Option} from 'commander';
import type {initStack} from '../../../app/init-stack.ts';
import {shownFile} from '../../../ui/diagnostic-text.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry init`. Tests pass their own. */
export type InitStack = typeof initStack;

const initLazily: InitStack = async (request, deps) =>
  (await import('../../../app/init-stack.ts')).initStack(request, deps);

/** Defines `gantry init [DIR]`. */
export const defineInit = (command: Command, open: OpenSession, run: InitStack = initLazily): Command =>
  command
    .argument('[dir]', 'the directory; default: the current one')
    .option('--from <dir>', 'use the manifests in this directory as the sources of the new stack; they are not copied')
    .addOption(
      new Option('--app', 'create an application file (gantry.app.yaml) in place of manifests').conflicts('from'),
    )
    .action(async (dir: string | undefined, {from, app}: {readonly from?: string; readonly app?: true}) => {
      const session = await open();
      const directory = resolve(session.deps.cwd, session.globals.stack.directory ?? '.', dir ?? '.');
      const {created} = await run({directory, from, app}, session.deps);
      await session.print({
        document: {formatVersion: 1, created},
        text: ({cwd}) => created.map((file) => `created ${shownFile(file, cwd)}\n`).join(''),
      });
      session.say(() => `Next: ${next(created)}\n`);
    });

/** Returns the next step. The sample includes a workspace file; existing manifests do not. */
const next = (created: readonly string[]): string =>
  created.some((file) => /(?:^|[/\\])workspaces[/\\]dev\.yaml$/.test(file))
    ? `set the cluster in workspaces/dev.yaml, then see the changes with "gantry preview -w dev"${WITHOUT}.`
    : `create a workspace with "gantry workspace create NAME --kubeconfig FILE", then see the changes with "gantry preview -w NAME"${WITHOUT}.`;

const WITHOUT = '; without a cluster: "gantry preview -w sandbox"';
