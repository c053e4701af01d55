import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {parseWorkspaceText} from '../../../src/config/workspace-file.ts';
import {SECRET_STORES} from '../../../src/registry/secret-stores.ts';

const PAGE = join(import.meta.dirname, '../../../docs/guides/secret-stores.md');

describe('docs/guides/secret-stores.md', () => {
  it('the page of secret stores shows only valid workspace files', async () => {
    const page = await readFile(PAGE, 'utf8');
    const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
    expect(blocks.length).toBeGreaterThan(5);
    for (const block of blocks) {
      const text = /^name:/m.test(block) ? block : `name: prod\n${block}`;
      expect(() => parseWorkspaceText(text, 'prod.yaml'), block).not.toThrow();
    }
  });

  it('the page of secret stores shows each kind of store', async () => {
    const page = await readFile(PAGE, 'utf8');
    for (const {kind} of SECRET_STORES) expect(page, kind).toMatch(new RegExp(`^ +${kind}:`, 'm'));
  });
});

describe('the example of a kind of store', () => {
  it.each(SECRET_STORES)('the schema accepts the example of the store $kind', ({kind, example}) => {
    const text = `name: prod\nsecretStore: {provider: {${kind}: ${example}}}\n`;
    expect(() => parseWorkspaceText(text, 'prod.yaml')).not.toThrow();
  });
});
