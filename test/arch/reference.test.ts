import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {fileFields} from '../../src/app/explain-field.ts';
import type {Field} from '../../src/config/fields/field.ts';
import {FILE_MODELS} from '../../src/config/file-models.ts';

const DIRECTORY = join(import.meta.dirname, '../../docs/reference');
const PAGES: Readonly<Record<string, string>> = {
  project: 'project-yaml.md',
  stack: 'stack-yaml.md',
  workspace: 'workspace-yaml.md',
  config: 'configuration.md',
  patches: 'patches.md',
  spec: 'spec-file.md',
  'external-resource': 'external-resource.md',
  application: 'gantry-app-yaml.md',
};
const read = (page: string): string => readFileSync(join(DIRECTORY, page), 'utf8');
const anchors = (page: string): readonly string[] =>
  [...read(page).matchAll(/^## (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 _-]/g, '')
      .replaceAll(' ', '-'),
  );

it('docs/reference is what the code says (else: npm run reference)', async () => {
  const check = promisify(execFile)(process.execPath, ['scripts/reference.ts', '--check'], {
    cwd: join(import.meta.dirname, '../..'),
  });
  await expect(check).resolves.toMatchObject({stderr: ''});
}, 60_000);

it('every file that users write has a page', () =>
  expect(Object.keys(PAGES).toSorted()).toEqual(Object.keys(FILE_MODELS).toSorted()));

describe.each(Object.entries(PAGES))('the page of %s', (file, page) => {
  it('every field has a row, or a link to the page that has it', () => {
    const text = read(page);
    const missing = (field: Field): readonly string[] =>
      field.fields.flatMap((one) => {
        const row = text.split('\n').find((line) => new RegExp(`^\\| \\[?\`${one.name}\`[\\]| ]`).test(line));
        return row === undefined ? [one.path] : /\]\([a-z-]+\.md#/.test(row) ? [] : missing(one);
      });
    expect(missing(fileFields(file))).toEqual([]);
  });

  it('links only to sections that exist', () => {
    const links = [...read(page).matchAll(/\]\(([a-z-]+\.md)?#([^)]*)\)/g)];
    expect(links.filter(([, other, anchor = '']) => !anchors(other ?? page).includes(anchor))).toEqual([]);
  });
});
