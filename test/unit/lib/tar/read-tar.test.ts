import {describe, expect, it} from 'vitest';
import {readTar} from '../../../../src/lib/tar/read-tar.ts';
import {makeTar, type TarEntry} from '../../../rig/make-tar.ts';

const LIMITS = {maxFiles: 3};
const read = (...entries: readonly TarEntry[]) =>
  readTar(makeTar(entries), LIMITS).map(({path, bytes}) => [path, bytes.toString()]);
const LONG = `${'directory/'.repeat(20)}file.yaml`;

describe('reading a tar archive', () => {
  it.each<{name: string; entries: readonly TarEntry[]; want: readonly (readonly [string, string])[]}>([
    {
      name: 'files in order',
      entries: [
        {path: 'b', text: 'B'},
        {path: 'a/c', text: 'C'},
      ],
      want: [
        ['b', 'B'],
        ['a/c', 'C'],
      ],
    },
    {
      name: 'paths without ./',
      entries: [
        {path: './', type: '5'},
        {path: './a//b', text: '1'},
      ],
      want: [['a/b', '1']],
    },
    {name: 'a pax name', entries: [{path: LONG, text: 'x', longName: 'x'}], want: [[LONG, 'x']]},
    {name: 'a GNU long name', entries: [{path: LONG, text: 'x', longName: 'L'}], want: [[LONG, 'x']]},
    {
      name: 'the last of two files with a path',
      entries: [
        {path: 'a', text: '1'},
        {path: 'a', text: '2'},
      ],
      want: [['a', '2']],
    },
    {
      name: 'no global header',
      entries: [{path: 'pax_global_header', type: 'g', text: '9 a=b\n'}, {path: 'a'}],
      want: [['a', '']],
    },
  ])('an archive gives $name', ({entries, want}) => {
    expect(read(...entries)).toEqual(want);
  });

  it.each<{name: string; entries: readonly TarEntry[]; why: RegExp}>([
    {name: 'a path with ..', entries: [{path: 'a/../../b'}], why: /leaves the archive/},
    {name: 'an absolute path', entries: [{path: '/etc/passwd'}], why: /leaves the archive/},
    {name: 'a pax path with ..', entries: [{path: `../${LONG}`, longName: 'x'}], why: /leaves the archive/},
    {name: 'a backslash', entries: [{path: '..\\a'}], why: /leaves the archive/},
    {name: 'a drive letter', entries: [{path: 'C:a'}], why: /leaves the archive/},
    {name: 'a symbolic link', entries: [{path: 'a', type: '2', link: '/etc'}], why: /^a is a symbolic link/},
    {name: 'a hard link', entries: [{path: 'a', type: '1', link: 'b'}], why: /^a is a link/},
    {name: 'a device', entries: [{path: 'a', type: '3'}], why: /^a is a device/},
    {name: 'a pipe', entries: [{path: 'a', type: '6'}], why: /^a is a pipe/},
    {name: 'too many files', entries: ['a', 'b', 'c', 'd'].map((path) => ({path})), why: /more than 3 files/},
  ])('an archive with $name is refused', ({entries, why}) => {
    expect(() => read(...entries)).toThrow(why);
  });

  it('a truncated archive and other bytes are refused', () => {
    const whole = makeTar([{path: 'a', text: 'x'.repeat(600)}]);
    expect(() => readTar(whole.subarray(0, 1000), LIMITS)).toThrow('truncated');
    expect(() => readTar(Buffer.alloc(512, 'x'), LIMITS)).toThrow('not a tar archive');
  });
});
