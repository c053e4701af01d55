import type {Command} from 'commander';
import type {testStack} from '../../../app/hooks/test-stack.ts';
import {defined} from '../../../lib/defined.ts';
import {testDocument, testText} from '../../../ui/text/stack/test-text.ts';
import {EXIT} from '../../exit-code.ts';
import {secondsFlag} from '../../flags/seconds.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry test`. Tests pass their own. */
export type TestStack = typeof testStack;

const testLazily: TestStack = async (request, deps) =>
  (await import('../../../app/hooks/test-stack.ts')).testStack(request, deps);

/** Defines `gantry test`: runs the test hooks of the charts of a stack. */
export const defineTest = (command: Command, open: OpenSession, run: TestStack = testLazily): Command =>
  command
    .argument('[stack]', 'the stack, as with -s')
    .option(
      '--timeout <time>',
      'time limit of all tests, for example 300 (seconds) or 10m; default: 30m, and 10m for each test',
      secondsFlag('--timeout'),
    )
    .action(async (stack: string | undefined, {timeout}: {readonly timeout?: number}) => {
      const session = await open();
      const {globals, deps} = session;
      const outcome = await run(
        {
          ...globals.stack,
          ...defined({stack: stack ?? globals.stack.stack}),
          timeoutSeconds: timeout,
          lockTimeoutSeconds: globals.lockTimeoutSeconds,
        },
        deps,
      );
      await session.print({
        document: testDocument(outcome),
        text: (style) => testText(outcome, style),
        cases: async () => (await import('../../../ui/report/test-cases.ts')).testCases(outcome),
        diagnostics: outcome.plan.diagnostics,
        exitCode: outcome.isPassed ? undefined : EXIT.failed,
      });
    });
