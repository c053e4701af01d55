import {expect, it} from 'vitest';
import {severalMarkdown} from '../../../../src/ui/markdown/several-markdown.ts';
import type {StackAnswer} from '../../../../src/ui/several/stack-answer.ts';
import {plainStyle} from '../plain-style.ts';

const of = (stack: string, workspace?: string): StackAnswer => ({
  project: 'shop',
  stack,
  ...(workspace === undefined ? {} : {workspace}),
  outcome: 'valid',
  exitCode: 0,
  seconds: 1,
});

it.each([
  {
    name: 'of one workspace names it',
    answers: [of('web', 'prod'), of('api', 'prod'), of('db')],
    marker: 'gantry:-/-/prod',
  },
  {name: 'of several names none', answers: [of('web', 'prod'), of('web', 'staging')], marker: 'gantry:-/-/-'},
  {name: 'of nothing names none', answers: [], marker: 'gantry:-/-/-'},
])('the marker of many stacks: that $name, or two jobs would write over each other', async ({answers, marker}) => {
  const text = await severalMarkdown({answers, nothing: 'nothing', diagnostics: [], exitCode: 0}, plainStyle);
  expect(text.split('\n')[0]).toBe(`<!-- ${marker} -->`);
});
