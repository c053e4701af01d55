import {expect, it} from 'vitest';
import {inOneWorkspace} from '../../../src/ui/one-workspace.ts';

it.each([
  {typed: 'gantry apply --all -w eu -w us', want: 'gantry apply --all -w us'},
  {typed: 'gantry apply -weu --workspace=us -s web', want: 'gantry apply -s web -w us'},
  {typed: 'gantry apply -l tier=staging --all', want: 'gantry apply --all -w us'},
  {typed: 'gantry apply --selector=tier=staging', want: 'gantry apply -w us'},
  {typed: 'gantry apply -w u* --all', want: 'gantry apply --all -w us'},
  {typed: 'gantry apply -w us --all', want: 'gantry apply -w us --all'},
  {typed: 'gantry apply -w ./us*.yaml', want: 'gantry apply -w ./us*.yaml'},
  {typed: 'gantry apply --all', want: 'gantry apply --all'},
])('"$typed" for one of its workspaces is "$want"', ({typed, want}) => {
  expect(inOneWorkspace(typed.split(' '), 'us')?.join(' ')).toBe(want);
});

it('a command line without a known workspace stays as it is', () => {
  expect(inOneWorkspace(['gantry', 'apply', '-w', 'eu', '-w', 'us'], undefined)).toHaveLength(6);
});
