import {expect, it} from 'vitest';
import {parseValuePath, showValuePath} from '../../../../src/core/chart/value-path.ts';

it.each([
  {text: 'a', path: ['a']},
  {text: 'image.tag', path: ['image', 'tag']},
  {text: String.raw`nodeSelector.kubernetes\.io/os`, path: ['nodeSelector', 'kubernetes.io/os']},
  {text: 'hosts[0].paths[12]', path: ['hosts', 0, 'paths', 12]},
  {text: 'grid[1][2]', path: ['grid', 1, 2]},
  {text: String.raw`a\[0\].b\\c`, path: ['a[0]', String.raw`b\c`]},
])('the path $text names $path', ({text, path}) => {
  expect(parseValuePath(text)).toEqual({path});
  expect(parseValuePath(showValuePath(path))).toEqual({path});
});

it.each([
  {text: '', because: 'it has an empty name'},
  {text: 'a..b', because: 'it has an empty name'},
  {text: '.a', because: 'it has an empty name'},
  {text: 'a[-1]', because: 'a list index must be a number in brackets: [0]'},
  {text: 'a[x', because: 'a list index must be a number in brackets: [0]'},
  {text: 'a[0]b', because: 'a dot or an index must follow an index'},
  {text: 'a[70000]', because: 'the list index 70000 is larger than 65536'},
  {text: Array.from({length: 31}, () => 'a').join('.'), because: 'it has more than 30 names'},
])('the path $text is refused because $because', ({text, because}) => {
  expect(parseValuePath(text)).toEqual({because});
});
