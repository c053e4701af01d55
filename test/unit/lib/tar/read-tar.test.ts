import {gunzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {readTar} from '../../../../src/lib/tar/read-tar.ts';
import {type ArchiveMember, archive} from '../../../rig/chart-archive.ts';

const LIMITS = {maxFiles: 3};
const tar = (...entries: readonly ArchiveMember[]) => gunzipSync(archive(entries));
const read = (...entries: readonly ArchiveMember[]) =>
  readTar(tar(...entries), LIMITS).map(({path, bytes}) => [path, bytes.toString()]);
/** A file whose name is in a header before it. */
const long = (type: 'x' | 'L', path: string): readonly ArchiveMember[] => {
  const rest = ` path=${path}\n`;
  const record = `${rest.length + 3}${rest}`;
  return [
    {name: 'long', type, content: type === 'x' ? record : `${path}\0`},
    {name: 'short', content: 'x'},
  ];
};
const LONG = `${'directory/'.repeat(20)}file.yaml`;

describe('reading a tar archive', () => {
  it.each<{name: string; entries: readonly ArchiveMember[]; want: readonly (readonly [string, string])[]}>([
    {
      name: 'files in order',
      entries: [
        {name: 'b', content: 'B'},
        {name: 'a/c', content: 'C'},
      ],
      want: [
        ['b', 'B'],
        ['a/c', 'C'],
      ],
    },
    {
      name: 'paths without ./',
      entries: [
        {name: './', type: '5'},
        {name: './a//b', content: '1'},
      ],
      want: [['a/b', '1']],
    },
    {name: 'a pax name', entries: [...long('x', LONG)], want: [[LONG, 'x']]},
    {name: 'a GNU long name', entries: [...long('L', LONG)], want: [[LONG, 'x']]},
    {
      name: 'the last of two files with a path',
      entries: [
        {name: 'a', content: '1'},
        {name: 'a', content: '2'},
      ],
      want: [['a', '2']],
    },
    {
      name: 'no global header',
      entries: [{name: 'pax_global_header', type: 'g', content: '9 a=b\n'}, {name: 'a'}],
      want: [['a', '']],
    },
  ])('an archive gives $name', ({entries, want}) => {
    expect(read(...entries)).toEqual(want);
  });

  it.each<{name: string; entries: readonly ArchiveMember[]; why: RegExp}>([
    {name: 'a path with ..', entries: [{name: 'a/../../b'}], why: /leaves the archive/},
    {name: 'an absolute path', entries: [{name: '/etc/passwd'}], why: /leaves the archive/},
    {name: 'a pax path with ..', entries: [...long('x', `../${LONG}`)], why: /leaves the archive/},
    {name: 'a backslash', entries: [{name: '..\\a'}], why: /leaves the archive/},
    {name: 'a drive letter', entries: [{name: 'C:a'}], why: /leaves the archive/},
    {name: 'a symbolic link', entries: [{name: 'a', type: '2', linkName: '/etc'}], why: /^a is a symbolic link/},
    {name: 'a hard link', entries: [{name: 'a', type: '1', linkName: 'b'}], why: /^a is a link/},
    {name: 'a device', entries: [{name: 'a', type: '3'}], why: /^a is a device/},
    {name: 'a pipe', entries: [{name: 'a', type: '6'}], why: /^a is a pipe/},
    {name: 'too many files', entries: ['a', 'b', 'c', 'd'].map((name) => ({name})), why: /more than 3 files/},
  ])('an archive with $name is refused', ({entries, why}) => {
    expect(() => read(...entries)).toThrow(why);
  });

  it('a truncated archive and other bytes are refused', () => {
    const whole = tar({name: 'a', content: 'x'.repeat(600)});
    expect(() => readTar(whole.subarray(0, 1000), LIMITS)).toThrow('truncated');
    expect(() => readTar(Buffer.alloc(512, 'x'), LIMITS)).toThrow('not a tar archive');
  });
});
