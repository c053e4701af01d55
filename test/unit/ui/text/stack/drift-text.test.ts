import {expect, it} from 'vitest';
import {DriftOutput} from '../../../../../src/ui/output/drift-output.ts';
import {driftDocument, driftText} from '../../../../../src/ui/text/stack/drift-text.ts';
import {golden, plainStyle} from '../../plain-style.ts';
import {DRIFT_REPORTS} from '../../sample-drift.ts';

it('drift reads as what became of each object, and how to put it back', () =>
  expect(
    Object.entries(DRIFT_REPORTS)
      .map(([name, report]) => `# ${name}\n${driftText(report, plainStyle)}`)
      .join('\n'),
  ).toMatchFileSnapshot(golden('drift')));

it.each(Object.entries(DRIFT_REPORTS))('drift %s is what its schema says', (_, report) =>
  expect(DriftOutput.safeParse(JSON.parse(JSON.stringify(driftDocument(report)))).error).toBeUndefined(),
);

it('drift is put back where it was found: with the flags of the command line', () =>
  expect(
    driftText(DRIFT_REPORTS['of several stacks'] ?? expect.fail(), {
      ...plainStyle,
      applyCommand: ['gantry', 'apply', '-w', './prod.yaml'],
    }),
  ).toContain(
    'hint: To undo these changes, run "gantry apply -w ./prod.yaml -s shop/web --revision current --revert-added all".',
  ));
