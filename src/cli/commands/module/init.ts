import type {Command} from 'commander';
import type {initModule, ModuleCreated} from '../../../app/module/init-module.ts';
import {shownFile} from '../../../ui/diagnostic-text.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry module init`. Tests pass their own. */
export type InitModuleUse = typeof initModule;

const initLazily: InitModuleUse = async (request, deps) =>
  (await import('../../../app/module/init-module.ts')).initModule(request, deps);

/** Defines `gantry module init NAME`. */
export const defineModuleInit = (command: Command, open: OpenSession, run: InitModuleUse = initLazily): Command =>
  command
    .argument('<name>', 'the name of the new module')
    .option('--add', 'add the module to the file of the workspace (-w), and keep its comments')
    .action(async (name: string, {add = false}: {readonly add?: boolean}) => {
      const session = await open();
      const created = await run({...session.globals.stack, name, add}, session.deps);
      await session.print({
        document: created,
        text: ({cwd}) =>
          [
            ...created.created.map((file) => `created ${shownFile(file, cwd)}\n`),
            ...(created.workspaceFile === undefined ? [] : [`changed ${shownFile(created.workspaceFile, cwd)}\n`]),
          ].join(''),
      });
      session.say(() => `Next: ${nextStep(created)}\n`);
    });

const nextStep = ({name, workspaceFile}: ModuleCreated): string =>
  [
    `run its test with "gantry module test ${name}".`,
    ...(workspaceFile === undefined
      ? [`To use it, add this to a file in workspaces/:\n  modules: {${name}: {path: ../modules/${name}}}`]
      : [`To use it, add this to an application in gantry.app.yaml:\n  accessories: {${name}: {message: hello}}`]),
  ].join(' ');
