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
  {name: 'of nothing names what was said', answers: [], workspace: 'prod', marker: 'gantry:-/-/prod'},
  {
    name: 'of none that got so far names what was said',
    answers: [of('web')],
    workspace: 'prod',
    marker: 'gantry:-/-/prod',
  },
])(
  'the marker of many stacks is that $name, so that two jobs do not overwrite each other',
  async ({marker, ...several}) => {
    const text = await severalMarkdown({nothing: 'nothing', diagnostics: [], exitCode: 0, ...several}, plainStyle);
    expect(text.split('\n')[0]).toBe(`<!-- ${marker} -->`);
  },
);

it('the same result has the same text whatever its duration, so that its comment is not changed', async () => {
  const [one, other] = await Promise.all(
    [1, 93].map((seconds) =>
      severalMarkdown({answers: [{...of('web'), seconds}], nothing: '', diagnostics: [], exitCode: 0}, plainStyle),
    ),
  );
  expect(other).toBe(one);
});
