import {expect, it} from 'vitest';
import {DEFAULT_OUTCOMES, isWanted} from '../../../../src/core/notify/is-wanted.ts';

const chat = {on: DEFAULT_OUTCOMES, keepsState: false};
const issue = {on: DEFAULT_OUTCOMES, keepsState: true};

it.each([
  {title: 'a chat gets drift', rules: chat, outcome: 'drift', isChange: true, want: true},
  {title: 'a chat does not get a success by default', rules: chat, outcome: 'succeeded', isChange: true, want: false},
  {title: 'a chat does not get a known state', rules: chat, outcome: 'recovered', isChange: false, want: false},
  {
    title: 'an issue gets a known state, which closes it',
    rules: issue,
    outcome: 'recovered',
    isChange: false,
    want: true,
  },
  {title: 'a success closes an issue', rules: issue, outcome: 'succeeded', isChange: true, want: true},
  {
    title: 'a target without `recovered` is never closed',
    rules: {on: ['drift'], keepsState: true},
    outcome: 'succeeded',
    isChange: true,
    want: false,
  },
] as const)('$title', ({rules, outcome, isChange, want}) => expect(isWanted({outcome, isChange}, rules)).toBe(want));
