import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {jsonSchemas} from '../../../src/config/schemas.ts';

const DIRECTORY = join(import.meta.dirname, '../../../schemas');
const SCHEMAS = [...jsonSchemas()];

describe('schemas/', () => {
  it.each(SCHEMAS)('%s is what its model says (else: npm run schemas)', (name, text) =>
    expect(readFileSync(join(DIRECTORY, name), 'utf8')).toBe(text),
  );

  it('holds no schema without a model', () =>
    expect(readdirSync(DIRECTORY).toSorted()).toStrictEqual(SCHEMAS.map(([name]) => name).toSorted()));
});
