import {describe, expect, it} from 'vitest';
import {compareVersions, readVersion} from '../../../../src/core/chart/chart-version.ts';
import {chooseVersion, newestFirst} from '../../../../src/core/chart/choose-version.ts';
import {readRange} from '../../../../src/core/chart/version-range.ts';

const isIn = (range: string, version: string): boolean | undefined => {
  const read = readVersion(version);
  return read && readRange(range)?.(read);
};

describe('a range of versions', () => {
  it.each([
    ['1.2.3', '1.2.3', true],
    ['1.2.3', 'v1.2.3', true],
    ['v1.2.3', '1.2.3', true],
    ['1.2.3', '1.2.4', false],
    ['=1.2.3', '1.2.3+build', true],
    ['1.2', '1.2.9', true],
    ['1.2', '1.3.0', false],
    ['1', '1.9.9', true],
    ['1.x', '1.9.9', true],
    ['1.2.x', '1.2.7', true],
    ['1.2.X', '1.3.0', false],
    ['*', '0.0.1', true],
    ['*', '9.9.9', true],
    ['!=4.1', '4.1.5', false],
    ['!=4.1', '4.2.0', true],
    ['>1.2.3', '1.2.4', true],
    ['>11', '11.1.0', false],
    ['>11', '12.0.0', true],
    ['>11.1', '11.1.9', false],
    ['>=1.2', '1.2.0', true],
    ['=>1.2', '1.1.9', false],
    ['<2', '1.9.9', true],
    ['<2', '2.0.0', false],
    ['<=1.2', '1.2.9', true],
    ['=<1.2', '1.3.0', false],
    ['<=11', '11.9.9', true],
    ['>=1 <2', '1.5.0', true],
    ['>= 1, < 2', '2.0.0', false],
    ['>=1.2.3, <3 || >=4.2.3', '4.2.4', true],
    ['>=1.2.3, <3 || >=4.2.3', '3.5.0', false],
    ['1.2 - 1.4.5', '1.4.5', true],
    ['1.2 - 1.4.5', '1.4.6', false],
    ['~1.2.3', '1.2.9', true],
    ['~1.2.3', '1.3.0', false],
    ['~1.2.3', '1.2.2', false],
    ['~1', '1.9.0', true],
    ['~>1.2', '1.2.9', true],
    ['~0.0.0', '7.0.0', true],
    ['^1.2.3', '1.9.0', true],
    ['^1.2.3', '2.0.0', false],
    ['^1.2.3', '1.2.2', false],
    ['^0.2.3', '0.2.9', true],
    ['^0.2.3', '0.3.0', false],
    ['^0.0.3', '0.0.3', true],
    ['^0.0.3', '0.0.4', false],
    ['^0.0', '0.0.9', true],
    ['^0.0', '0.1.0', false],
    ['^0', '0.9.0', true],
    ['^0', '1.0.0', false],
    ['^1', '1.0.0-rc.1', false],
    ['*', '1.0.0-rc.1', false],
    ['>=1.0.0', '1.0.0-rc.1', false],
    ['^1.0.0-0', '1.0.0-rc.1', true],
    ['>0.0.0-0', '2.0.0-alpha', true],
    ['>=1.2.0-0, <2', '1.9.0-rc.1', true],
  ])('%s and the version %s: %s', (range, version, expected) => {
    expect(isIn(range, version)).toBe(expected);
  });

  it.each(['', 'latest', '1.2.3.4', '^', '1..2', '>= 1 < x.y', '1 && 2', '99999999999999999999.0.0', '1.a'])(
    'a range of versions is not read from %j',
    (text) => {
      expect(readRange(text)).toBeUndefined();
    },
  );
});

describe('versions', () => {
  it('versions are ordered by precedence', () => {
    const ordered = [
      '0.9.0',
      '1.0.0-1',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-rc.2',
      '1.0.0-rc.10',
      '1.0.0',
      '1.2',
      '10.0.0',
    ];
    expect(newestFirst(ordered.toReversed())).toEqual(ordered.toReversed());
    expect(newestFirst(ordered)).toEqual(ordered.toReversed());
  });

  it('with other build metadata have the same precedence', () => {
    const [one, other] = [readVersion('1.0.0+a'), readVersion('1.0.0+b')];
    expect(one && other && compareVersions(one, other)).toBe(0);
  });
});

describe('the choice of a version', () => {
  const KNOWN = ['1.0.0', '1.2.0', '2.0.0-rc.1', 'v1.3.0', 'nightly'];

  it.each([
    [undefined, {version: 'v1.3.0'}],
    ['1.3.0', {version: 'v1.3.0'}],
    ['~1.2', {version: '1.2.0'}],
    ['2.0.0-rc.1', {version: '2.0.0-rc.1'}],
    ['nightly', {version: 'nightly'}],
    ['>1.3.0-0', {version: '2.0.0-rc.1'}],
  ])('for %s', (wanted, expected) => {
    expect(chooseVersion(KNOWN, wanted)).toEqual(expected);
  });

  it.each([
    [
      '1.2.1',
      'it has no version 1.2.1',
      'Did you mean 1.2.0? Its newest versions are 2.0.0-rc.1, v1.3.0, 1.2.0, 1.0.0.',
    ],
    ['^7', 'it has no version ^7', 'Its newest versions are 2.0.0-rc.1, v1.3.0, 1.2.0, 1.0.0.'],
    [
      'soon',
      'soon is neither a version nor a range of versions',
      'Write a version, or a range like ^1.2, ~1.2, 1.x or ">=1.2 <2".',
    ],
  ])('explains that there is none for %s', (wanted, problem, hint) => {
    expect(chooseVersion(KNOWN, wanted)).toEqual({problem, hint});
  });

  it('the choice of a version takes no pre-release that was not asked for', () => {
    expect(chooseVersion(['2.0.0-rc.1'], undefined)).toMatchObject({problem: 'it has only pre-releases'});
  });
});
