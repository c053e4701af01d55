import {expect, it} from 'vitest';
import {expandPath} from '../../../../src/core/workspace/expand-path.ts';

const around = {home: '/home/me', env: {A: '/a', EMPTY: '', TILDE: '~/x'}};

it.each([
  {text: '/k', want: {path: '/k'}},
  {text: '~', want: {path: '/home/me'}},
  {text: '~/k', want: {path: '/home/me/k'}},
  {text: '$A/k', want: {path: '/a/k'}},
  {text: '${A}b', want: {path: '/ab'}},
  {text: '~/$A', want: {path: '/home/me//a'}},
  {text: 'a~/b', want: {path: 'a~/b'}},
  {text: 'price$$A', want: {path: 'price$A'}},
  {text: 'a$', want: {path: 'a$'}},
  {text: '$TILDE', want: {path: '~/x'}},
  {text: '$NOPE/k', want: {problem: '$NOPE in $NOPE/k: the environment variable NOPE is not set'}},
  {text: '$EMPTY/k', want: {problem: '$EMPTY in $EMPTY/k: the environment variable EMPTY is not set'}},
  {text: '${}/k', want: {problem: '${} in ${}/k: the environment variable (no name) is not set'}},
  {text: '~root/k', want: {problem: '~root/k: only ~/ is supported, not the home of another user'}},
])('expands $text', ({text, want}) => expect(expandPath(text, around)).toEqual(want));
