import {expect, it} from 'vitest';
import {mayUse, PROJECT_PATTERN} from '../../../../src/core/stacks/may-use.ts';

it.each([
  {projects: undefined, project: 'web', want: true},
  {projects: ['web'], project: 'web', want: true},
  {projects: ['web'], project: 'web2', want: false},
  {projects: ['pay', 'web-*'], project: 'web-eu', want: true},
  {projects: ['web-?'], project: 'web-eu', want: false},
  {projects: ['*'], project: 'any', want: true},
  {projects: ['w.b'], project: 'web', want: false},
  {projects: [], project: 'web', want: false},
  {projects: [], project: 'shared', want: true},
])('with usableBy $projects the project $project may use a resource: $want', ({projects, project, want}) => {
  expect(mayUse(projects, project)).toBe(want);
});

it.each(['web/api', 'a b', '', '[ab]', '!web'])('the text %j is not a project of usableBy', (text) => {
  expect(PROJECT_PATTERN.test(text)).toBe(false);
});
