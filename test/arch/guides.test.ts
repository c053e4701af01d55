import {globSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {stepsOf} from '../docs/steps.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const namesOf = (pattern: string, end: string): readonly string[] =>
  globSync(pattern, {cwd: ROOT})
    .map((file) => basename(file, end))
    .toSorted();

/** Pages without commands for a shell, and the test that reads each of them. */
const WITHOUT_COMMANDS: Readonly<Record<string, string>> = {
  ci: 'test/docs/ci-guide.test.ts',
  library: 'test/docs/library.test.ts',
  'sandbox-in-tests': 'test/docs/sandbox-in-tests.test.ts',
  'secret-stores': 'test/unit/config/secret-stores-page.test.ts',
  troubleshooting: 'test/docs/transcript.test.ts',
};

const pages = namesOf('docs/guides/*.md', '.md');

describe('the guides', () => {
  it('every page with commands has a test file in test/docs/guides, and every test file there has such a page', () => {
    const files = namesOf('test/docs/guides/*.test.ts', '.test.ts');
    expect(files).toEqual(pages.filter((page) => stepsOf(read(`docs/guides/${page}.md`)).length > 0));
  });

  it('every test file in test/docs/guides tests the page that it is named after', () => {
    const files = globSync('test/docs/guides/*.test.ts', {cwd: ROOT});
    expect(files.filter((file) => !read(file).includes(`testGuide('${basename(file, '.test.ts')}');`))).toEqual([]);
  });

  it('every page without commands has a test that reads it', () => {
    expect(pages.filter((page) => stepsOf(read(`docs/guides/${page}.md`)).length === 0)).toEqual(
      Object.keys(WITHOUT_COMMANDS).toSorted(),
    );
    const unread = Object.entries(WITHOUT_COMMANDS).filter(([page, file]) => !read(file).includes(`guides/${page}.md`));
    expect(unread).toEqual([]);
  });
});
