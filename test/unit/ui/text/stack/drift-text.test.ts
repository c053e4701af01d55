import {expect, it} from 'vitest';
import {DriftOutput} from '../../../../../src/ui/output/drift-output.ts';
import {driftDocument, driftText} from '../../../../../src/ui/text/stack/drift-text.ts';
import {golden, plainStyle} from '../../plain-style.ts';
import {DRIFT_REPORTS} from '../../sample-drift.ts';

it('the text of drift shows each object and how to undo the changes', () =>
  expect(
    Object.entries(DRIFT_REPORTS)
      .map(([name, report]) => `# ${name}\n${driftText(report, plainStyle)}`)
      .join('\n'),
  ).toMatchFileSnapshot(golden('drift')));

it.each(Object.entries(DRIFT_REPORTS))('the document of drift %s matches its schema', (_, report) =>
  expect(DriftOutput.safeParse(JSON.parse(JSON.stringify(driftDocument(report)))).error).toBeUndefined(),
);

it('the command that undoes drift has the flags of the command line', () =>
  expect(
    driftText(DRIFT_REPORTS['of several stacks'] ?? expect.fail(), {
      ...plainStyle,
      applyCommand: ['gantry', 'apply', '-w', './prod.yaml'],
    }),
  ).toContain(
    'hint: To undo these changes, run "gantry apply -w ./prod.yaml -s shop/web --revision current --revert-added all".',
  ));
