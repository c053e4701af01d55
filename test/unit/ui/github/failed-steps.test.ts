import {expect, it} from 'vitest';
import {annotations} from '../../../../src/ui/github/annotation.ts';
import {failedSteps} from '../../../../src/ui/github/failed-steps.ts';
import {FAILED} from '../sample-outcomes.ts';

const WEB = 'apps/v1:Deployment:shop:web';
const at = {file: '/work/manifests/web.yaml', line: 7, column: 3};
const places = {root: '/work', cwd: '/work'};

const plan = {
  ...FAILED.plan,
  changes: FAILED.plan.changes.map((change) =>
    change.id === WEB ? {...change, fields: change.fields.map((field) => ({...field, at}))} : change,
  ),
};
const marks = annotations(failedSteps({...FAILED, plan}), places);

it('each failed resource is annotated with its cause, at the line of its change', () => {
  const [web, secret, ...others] = marks.trimEnd().split('\n');
  expect(web).toMatch(/^::error file=manifests\/web\.yaml,line=7,endLine=7,col=3,title=gantry%3A object\/not-ready::/);
  expect(web).toContain(WEB);
  expect(secret).toMatch(/^::error title=gantry%3A credential\/refused::[^]*about v1:Secret:shop:db/);
  expect(others).toEqual([]);
});

it('an annotation names a resource once', () => expect(marks.split('\n')[0]?.split(WEB)).toHaveLength(2));

it('failures in the rollback of a failed run are annotated', () =>
  expect(failedSteps({...FAILED, rollback: {kind: 'applied', to: 3, outcome: FAILED, kept: []}})).toHaveLength(4));
