import {describe, expect, it} from 'vitest';
import {readFilePattern} from '../../../../src/core/chart/file-pattern.ts';
import {readHelmIgnore} from '../../../../src/core/chart/helm-ignore.ts';

describe('.helmignore', () => {
  it.each([
    ['*.txt', 'a.txt', false, true],
    ['*.txt', 'deep/er/a.txt', false, true],
    ['/*.txt', 'deep/a.txt', false, false],
    ['/*.txt', 'a.txt', false, true],
    ['docs/', 'docs', true, true],
    ['docs/', 'docs', false, false],
    ['docs/*.md', 'docs/a.md', false, true],
    ['docs/*.md', 'other/docs/a.md', false, false],
    ['# note\n\n  *.bak  ', 'x.bak', false, true],
    // Helm ignores everything that a negated rule does not match.
    ['!*.yaml', 'Chart.yaml', false, false],
    ['!*.yaml', 'README.md', false, true],
    ['', 'templates/.hidden.yaml', false, true],
    ['', 'templates/shown.yaml', false, false],
    ['[a-c]?.x', 'b1.x', false, true],
    ['[^a-c]?.x', 'b1.x', false, false],
  ])('%j and %s (directory: %s)', (text, path, isDirectory, expected) => {
    const ignores = readHelmIgnore(text);
    expect(typeof ignores === 'function' && ignores(path, isDirectory)).toBe(expected);
  });

  it.each(['**/x', '[a', 'x\\'])('with the pattern %s is refused', (pattern) => {
    expect(readHelmIgnore(pattern)).toEqual({
      problem: `.helmignore: Helm does not support the pattern ${pattern}`,
    });
  });

  it('.helmignore is matched in a short time, whatever its pattern', () => {
    const matches = readFilePattern('*a'.repeat(50));
    expect(matches?.(`${'a'.repeat(3000)}b`)).toBe(false);
  });
});
