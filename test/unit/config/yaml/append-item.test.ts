import {expect, it} from 'vitest';
import {appendItem} from '../../../../src/config/yaml/append-item.ts';

const ITEM = {helm: {chart: 'web', release: 'web'}};
const ADDED = ['- helm:', '    chart: web', '    release: web'];

const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`;

it.each([
  {
    name: 'after the last item, with the comments of the list',
    before: lines(
      'name: shop',
      'sources:',
      '  # manifests',
      '  - manifests: a/*.yaml # all',
      '',
      '# more',
      'images: {}',
    ),
    after: lines(
      'name: shop',
      'sources:',
      '  # manifests',
      '  - manifests: a/*.yaml # all',
      ...ADDED.map((line) => `  ${line}`),
      '',
      '# more',
      'images: {}',
    ),
  },
  {
    name: 'after an item of several lines without indentation',
    before: lines('sources:', '- helm:', '    path: a', '    values:', '      x: |', '        - y', 'name: shop'),
    after: lines(
      'sources:',
      '- helm:',
      '    path: a',
      '    values:',
      '      x: |',
      '        - y',
      ...ADDED,
      'name: shop',
    ),
  },
  {
    name: 'in a text without the list',
    before: lines('# my stack', 'name: shop'),
    after: lines('# my stack', 'name: shop', 'sources:', ...ADDED.map((line) => `  ${line}`)),
  },
  {
    name: 'in a list in flow style',
    before: lines('name: shop # mine', 'sources: [{manifests: a}]'),
    after: lines('name: shop # mine', 'sources:', '  - manifests: a', ...ADDED.map((line) => `  ${line}`)),
  },
])('an item is added $name', ({before, after}) => expect(appendItem(before, 'sources', ITEM)).toBe(after));
