import {readFileSync} from 'node:fs';
import {array, assert, constantFrom, property, string} from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Change, Plan} from '../../../../src/core/plan/plan.ts';
import {fit} from '../../../../src/ui/markdown/fit.ts';
import {planMarkdown} from '../../../../src/ui/markdown/plan-markdown.ts';
import {codeSpan, fenced, marker} from '../../../../src/ui/markdown/safe.ts';
import {textMarkdown} from '../../../../src/ui/markdown/text-markdown.ts';
import {planWith} from '../../../cli/sample-plan.ts';
import {plainStyle} from '../plain-style.ts';

const hostile = JSON.parse(
  readFileSync(new URL('../../../golden/plans/hostile/plan.json', import.meta.url), 'utf8'),
) as Plan;

/** What a reader of Markdown would take for more than text: all that stands in no fence, no code span and no `<code>`. */
const outside = (markdown: string): string =>
  markdown
    .replaceAll(/^(`{3,})\w*\n[^]*?\n\1$/gm, '')
    .replaceAll(/<code>[^<]*<\/code>/g, '')
    .replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '');

describe('no value of a plan breaks out of the Markdown', () => {
  const free = outside(planMarkdown({plan: hostile}, plainStyle));

  it.each(['@', '<script', '<img', '](', '#1', '::error'])('%s in a value stays text', (text) =>
    expect(free).not.toContain(text),
  );

  it('every opened block is closed', () => {
    expect(free.match(/<details>/g)).toHaveLength(1);
    expect(free.match(/<\/details>/g)).toHaveLength(1);
    expect(free.match(/<\/summary>/g)).toHaveLength(1);
  });

  it('a plan has one marker, on the first line', () => {
    const markdown = planMarkdown({plan: hostile}, plainStyle);
    expect(free.match(/<!--/g)).toHaveLength(1);
    expect(markdown.split('\n', 1)[0]).toMatch(/^<!-- gantry:[^> ]+ -->$/);
  });

  it('a fence and a code span are longer than any run of backticks in them', () => {
    const text = array(constantFrom('`', '``', '````', 'a', ' ', '\n')).map((parts) => parts.join(''));
    assert(
      property(text, (inside) => {
        const [fence = ''] = fenced('diff', [inside]).split('diff', 1);
        const span = /^`+/.exec(codeSpan(inside))?.[0] ?? '';
        return !inside.includes(fence) && !runs(inside).includes(span.length);
      }),
    );
  });

  it('a marker never ends early', () =>
    assert(property(string(), string(), (a, b) => marker(a, b).indexOf('>') === marker(a, b).length - 1)));
});

it('a failed run that only waited is not reported to be as the stack describes', () => {
  const plan = planWith([]);
  expect(planMarkdown({plan}, plainStyle)).toContain('No changes: the cluster holds');
  const failed = planMarkdown({plan, outcome: 'Release 2 failed: 1 failed'}, plainStyle);
  expect(failed).toContain('There was nothing to change.');
  expect(failed).not.toContain('the cluster holds what');
});

const runs = (text: string): readonly number[] => (text.match(/`+/g) ?? []).map((run) => run.length);

const update = (name: string, bytes: number, rest: Partial<Change> = {}): Change => ({
  id: `v1:ConfigMap:shop:${name}`,
  type: 'Kubernetes',
  action: 'update',
  verified: true,
  fields: [{path: 'data.x', before: name, after: 'é\n'.repeat(bytes / 3), cause: 'spec'}],
  ...rest,
});

describe('the Markdown of a large plan', () => {
  const plan = planWith([
    ...Array.from({length: 1500}, (_, i) => update(`c${i}`, 900)),
    update('deleted', 0, {action: 'delete', fields: [], reason: 'no longer in the stack'}),
    update('blocked', 900, {blocked: {needs: '--adopt x', because: 'it exists'}}),
  ]);
  const markdown = planMarkdown({plan}, plainStyle);

  it('the Markdown of a large plan fits into 60,000 bytes', () => {
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(60_000);
    expect(Buffer.byteLength(markdown)).toBeGreaterThan(50_000);
  });

  it('the Markdown of a large plan says what is left out', () =>
    expect(markdown).toMatch(/\*\*\d+ changes shown without fields, \d+ changes left out\*\*, because/));

  it('the Markdown of a large plan keeps blocked changes, deletions and the end', () => {
    expect(markdown).toContain('! blocked: it exists; permit with --adopt x');
    expect(markdown).toContain('ConfigMap:shop:deleted');
    expect(markdown).toMatch(/Revision 4 · digest `sha256:0` · cluster .*\n$/);
  });

  it('the Markdown of a large plan fits into the rest of a summary', () =>
    expect(Buffer.byteLength(planMarkdown({plan}, {...plainStyle, bytes: 5000}))).toBeLessThanOrEqual(5000));

  it('the Markdown of an error fits into a comment', () => {
    const text = textMarkdown({failed: 'it broke', text: 'é line of it\n'.repeat(20_000), about: {}}, plainStyle);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
    expect(text).toMatch(
      /^<!-- gantry:-\/-\/- -->\n### Gantry\n\n> \[!CAUTION\]\n> Failed: `it broke`\n[^]*… \d+ more lines\n```\n$/,
    );
  });
});

it('the last parts are shortened first, and left out only then', () => {
  const parts = ['a', 'b', 'c'].map((name) => ({full: name.repeat(10), brief: name}));
  expect(fit(parts, 30)).toEqual({texts: ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'], shortened: 0, dropped: 0});
  expect(fit(parts, 29)).toEqual({texts: ['aaaaaaaaaa', 'bbbbbbbbbb', 'c'], shortened: 1, dropped: 0});
  expect(fit(parts, 3)).toEqual({texts: ['a', 'b', 'c'], shortened: 3, dropped: 0});
  expect(fit(parts, 2)).toEqual({texts: ['a', 'b'], shortened: 2, dropped: 1});
});
