import type {Command} from 'commander';
import type {testModules} from '../../../app/module/test-modules.ts';
import {defined} from '../../../lib/defined.ts';
import {modulesTestedDocument, modulesTestedText} from '../../../ui/text/module/modules-tested-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry module test`. Tests pass their own. */
export type TestModulesUse = typeof testModules;

const testLazily: TestModulesUse = async (request, deps) =>
  (await import('../../../app/module/test-modules.ts')).testModules(request, deps);

/** Defines `gantry module test [MODULE]`. */
export const defineModuleTest = (command: Command, open: OpenSession, run: TestModulesUse = testLazily): Command =>
  command
    .argument(
      '[module]',
      'the name of its folder in modules/ of the project, or its path with a slash; default: the module here, else all',
    )
    .option('--update', 'write the objects of tests to expected.yaml where they differ; review the changes as code')
    .action(async (module: string | undefined, {update = false}: {readonly update?: boolean}) => {
      const session = await open();
      const {directory} = session.globals.stack;
      const tested = await run({...defined({directory, module}), update}, session.deps);
      await session.print({
        document: modulesTestedDocument(tested),
        text: (style) => modulesTestedText(tested, style),
        cases: async () => (await import('../../../ui/report/module-cases.ts')).moduleCases(tested),
        exitCode: tested.isPassed ? EXIT.done : EXIT.failed,
      });
    });
