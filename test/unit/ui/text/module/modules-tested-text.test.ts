import {expect, it} from 'vitest';
import type {CaseProblem} from '../../../../../src/app/module/run-case.ts';
import type {ModulesTested} from '../../../../../src/app/module/test-modules.ts';
import {ModuleTestOutput} from '../../../../../src/ui/output/module-output.ts';
import {plainPaint} from '../../../../../src/ui/paint.ts';
import {moduleCases} from '../../../../../src/ui/report/module-cases.ts';
import type {Style} from '../../../../../src/ui/style.ts';
import {modulesTestedDocument, modulesTestedText} from '../../../../../src/ui/text/module/modules-tested-text.ts';

const style: Style = {paint: plainPaint, cwd: '/', now: new Date(0), columns: 100, detail: false};

const tested = (...problems: readonly CaseProblem[]): ModulesTested => ({
  modules: [
    {
      name: 'db',
      version: '1.0.0',
      folder: '/modules/db',
      seconds: 2,
      cases: [
        {name: 'default', seconds: 1, isWritten: false, problems: []},
        {name: 'large', seconds: 1, isWritten: false, problems},
      ],
    },
  ],
  isPassed: problems.length === 0,
});

const PROBLEMS: readonly {readonly name: string; readonly problem: CaseProblem; readonly want: string}[] = [
  {
    name: 'other objects are shown as a difference',
    problem: {check: 'objects', file: 'expected.yaml', expected: 'a: 1\nb: 2\n', actual: 'a: 1\nb: 3\n'},
    want: `  the objects differ from expected.yaml
  @@ -1,2 +1,2 @@
   a: 1
  -b: 2
  +b: 3
  hint: Correct the module, or accept the objects with --update.
`,
  },
  {
    name: 'a second apply that changes objects is shown with their ids',
    problem: {check: 'repeat', changed: ['v1:ConfigMap:default:db']},
    want: `  a second apply would change v1:ConfigMap:default:db
  hint: Write the values in the form that the cluster stores.
`,
  },
  {
    name: 'an error of the cluster is shown with its message',
    problem: {check: 'apply', failure: {code: 'input/usage', message: 'the server refuses it', hint: 'Correct it.'}},
    want: `  error: The server refuses it.
  hint: Correct it.
`,
  },
];

it.each(PROBLEMS)('$name', ({problem, want}) => {
  expect(modulesTestedText(tested(problem), style)).toBe(
    `passed  default (1s)\nfailed  large (1s)\n${want}db 1.0.0: 2 tests, 1 passed, 1 failed (2s)\n`,
  );
  expect(ModuleTestOutput.safeParse(modulesTestedDocument(tested(problem))).error).toBeUndefined();
  expect(moduleCases(tested(problem))).toMatchObject([
    {name: 'default', outcome: 'passed'},
    {name: 'large', outcome: 'failed', code: `module/${problem.check}`},
  ]);
});

it('tests that pass are counted', () =>
  expect(modulesTestedText(tested(), style)).toBe(
    'passed  default (1s)\npassed  large (1s)\ndb 1.0.0: 2 tests, 2 passed (2s)\n',
  ));
