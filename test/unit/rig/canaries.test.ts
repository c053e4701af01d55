import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {canary, everythingWritten, leaks, openToOthers} from '../../rig/canaries.ts';
import {scratchDirectory} from '../../rig/scratch.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('the search for canaries', () => {
  const secret = canary('x');

  it.each([
    {form: 'raw', write: (text: string) => text},
    {form: 'JSON in JSON', write: (text: string) => JSON.stringify(JSON.stringify({text}))},
    {form: 'base64', write: base64},
    {form: 'base64 at another offset', write: (text: string) => base64(`a${text}b`)},
    {form: 'base64 at a third offset', write: (text: string) => base64(`ab${text}c`)},
    {form: 'base64 of base64', write: (text: string) => base64(base64(text))},
    {form: 'hex', write: (text: string) => Buffer.from(text).toString('hex')},
    {form: 'a URL', write: (text: string) => `?a=${encodeURIComponent(text)}`},
  ])('finds one as $form', ({write}) => {
    expect(leaks(`before ${write(secret)} after`, {secret})).not.toEqual([]);
    expect(leaks(`before ${write(canary('x'))} after`, {secret})).toEqual([]);
  });

  it('looks into packed releases, and tells what others may open', async () => {
    const directory = await scratchDirectory();
    await mkdir(join(directory, 'below'), {mode: 0o700});
    const packed = gzipSync(JSON.stringify({secret, padding: 'x'.repeat(100)})).toString('base64');
    const file = join(directory, 'below', '1-1.json');
    await writeFile(file, JSON.stringify({formatVersion: 1, release: packed}), {mode: 0o644});
    const written = await everythingWritten(directory);
    expect(leaks(written.get(file) ?? '', {secret})).not.toEqual([]);
    expect(await openToOthers(directory)).toEqual([expect.stringContaining('1-1.json')]);
  });
});
