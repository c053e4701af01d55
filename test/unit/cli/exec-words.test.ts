import {expect, it} from 'vitest';
import {withSeparator} from '../../../src/cli/flags/exec-separator.ts';

it.each([
  {typed: 'exec kubectl get -o wide', want: 'exec -- kubectl get -o wide'},
  {typed: '-w prod exec -q kubectl --help', want: '-w prod exec -q -- kubectl --help'},
  {typed: '--workspace=prod -C exec exec ls -- x', want: '--workspace=prod -C exec exec -- ls -- x'},
  {typed: 'exec -- kubectl', want: 'exec -- kubectl'},
  {typed: '-w exec preview a b', want: '-w exec preview a b'},
  {typed: 'exec', want: 'exec'},
  {typed: 'exec --help', want: 'exec --help'},
  {typed: 'release list exec x', want: 'release list exec x'},
])('gantry $typed means gantry $want', ({typed, want}) => expect(withSeparator(typed.split(' ')).join(' ')).toBe(want));
