import {gunzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {readTar} from '../../../../src/core/chart/read-tar.ts';
import {writeTar} from '../../../../src/core/chart/write-tar.ts';
import {type ArchiveMember, archive} from '../../../rig/chart-archive.ts';

const read = (...members: readonly ArchiveMember[]) => readTar(gunzipSync(archive(members)));
const texts = (result: ReturnType<typeof readTar>) =>
  'files' in result
    ? Object.fromEntries(result.files.map(({path, content}) => [path, Buffer.from(content).toString()]))
    : result;

describe('an archive', () => {
  it('an archive is read with files and without directories', () => {
    expect(texts(read({name: 'web/', type: '5'}, {name: 'web/Chart.yaml', content: 'name: web'}))).toEqual({
      'web/Chart.yaml': 'name: web',
    });
  });

  it.each([
    ['a path that leads out', {name: 'web/../../etc/passwd'}, '"web/../../etc/passwd" leads out of its directory'],
    ['an absolute path', {name: '/etc/passwd'}, '"/etc/passwd" is an absolute path'],
    ['a path of a drive', {name: 'c:/windows'}, '"c:/windows" is an absolute path'],
    ['a path with a backslash', {name: 'web/..\\..\\x'}, '"web/..\\\\..\\\\x" contains a backslash'],
    ['a path with a dot', {name: 'web/./Chart.yaml'}, '"web/./Chart.yaml" has a step without a name'],
    ['a path with two slashes', {name: 'web//Chart.yaml'}, '"web//Chart.yaml" has a step without a name'],
    ['a symbolic link', {name: 'web/x', type: '2', linkName: '/etc/passwd'}, '"web/x" is a symbolic link'],
    ['a hard link', {name: 'web/x', type: '1', linkName: 'web/y'}, '"web/x" is a hard link'],
    ['a device', {name: 'web/x', type: '3'}, '"web/x" is a device'],
    ['a sparse file', {name: 'web/x', type: 'S'}, '"web/x" is not a regular file'],
    ['a pipe', {name: 'web/x', type: '6'}, '"web/x" is a pipe'],
  ])('with %s is refused', (_, member, problem) => {
    expect(read(member)).toEqual({problem});
  });

  it('with one path twice is refused', () => {
    expect(read({name: 'web/a', content: '1'}, {name: 'web/a', content: '2'})).toEqual({
      problem: '"web/a" is in it twice',
    });
  });

  it('with one path twice, once after a dot, is refused', () => {
    expect(read({name: 'web/a', content: '1'}, {name: './web/a', content: '2'})).toEqual({
      problem: '"web/a" is in it twice',
    });
  });

  it.each([
    {size: '1', expected: {'web/a': 'x'}},
    {size: '512', expected: {problem: '"web/a" has two sizes'}},
  ])('a size of $size in an extended header must be that of the file', ({size, expected}) => {
    const record = `size=${size}\n`;
    const header = {name: 'PaxHeaders/a', type: 'x', content: `${record.length + 3} ${record}`};
    expect(texts(read(header, {name: 'web/a', content: 'x'}))).toEqual(expected);
  });

  it('an archive that was changed or cut is refused', () => {
    const whole = gunzipSync(archive([{name: 'web/a', content: 'x'.repeat(600)}]));
    expect(readTar(whole.subarray(0, 900))).toEqual({problem: 'it is truncated'});
    const changed = Buffer.from(whole);
    changed[3] = 0x41;
    expect(readTar(changed)).toEqual({problem: 'it is damaged'});
  });

  it('an archive takes the path of an extended header', () => {
    const long = `web/${'a'.repeat(200)}/x`;
    const record = `path=${long}\n`;
    const length = record.length + 4;
    expect(
      texts(read({name: 'PaxHeaders/x', type: 'x', content: `${length} ${record}`}, {name: 'web/short', content: 'y'})),
    ).toEqual({[long]: 'y'});
  });

  it('an archive cannot hide a path in an extended header', () => {
    const record = 'path=web/../../x\n';
    const member = {name: 'PaxHeaders/x', type: 'x', content: `${record.length + 3} ${record}`};
    expect(read(member, {name: 'web/a'})).toEqual({problem: '"web/../../x" leads out of its directory'});
  });

  it('an archive is written so that it can be read', () => {
    const files = {'web/Chart.yaml': 'name: web', [`web/${'b'.repeat(150)}`]: 'long', 'web/empty': ''};
    const written = writeTar(Object.entries(files).map(([path, text]) => ({path, content: Buffer.from(text)})));
    expect(texts(readTar(written))).toEqual(files);
    expect(written.length % 512).toBe(0);
  });
});
