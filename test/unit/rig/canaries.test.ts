import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {canary, everythingWritten, leaks, openToOthers} from '../../rig/canaries.ts';
import {scratchDirectory} from '../../rig/scratch.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const packed = (text: string): string => gzipSync(`${text} ${'padding '.repeat(9)}`).toString('base64');
const goJson = (text: string): string =>
  JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
/** What `strconv.Quote` makes of these characters. */
const goQuote = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\u0007', '\\a');

describe('the search for canaries', () => {
  const secret = canary('x');

  it.each([
    {form: 'plain text', write: (text: string) => text},
    {form: 'JSON in JSON', write: (text: string) => JSON.stringify(JSON.stringify({text}))},
    {form: 'base64', write: base64},
    {form: 'base64 at another offset', write: (text: string) => base64(`a${text}b`)},
    {form: 'base64 at a third offset', write: (text: string) => base64(`ab${text}c`)},
    {form: 'base64 of base64', write: (text: string) => base64(base64(text))},
    {form: 'hex', write: (text: string) => Buffer.from(text).toString('hex')},
    {form: 'a URL', write: (text: string) => `?a=${encodeURIComponent(text)}`},
    {form: 'base64 for a URL', write: (text: string) => Buffer.from(`??>${text}`).toString('base64url')},
    {form: 'packed text', write: (text: string) => `"${packed(text)}"`},
    {form: 'packed data of a Secret', write: (text: string) => `"${base64(packed(text))}"`},
    {form: 'text packed twice', write: (text: string) => `"${packed(`{"release":"${packed(text)}"}`)}"`},
  ])('the search finds a canary written as $form', ({write}) => {
    expect(leaks(`before ${write(secret)} after`, {secret})).not.toEqual([]);
    expect(leaks(`before ${write(canary('x'))} after`, {secret})).toEqual([]);
  });

  // Nothing of it is the same when it is escaped.
  const special = `<"&\u0007\\é\n${canary('y').replaceAll('canary', '<"&\u0007\\é\n')}`;

  it.each([
    {form: 'JSON', written: `\\u0007`, write: (text: string) => JSON.stringify(text)},
    {form: 'JSON of Go', written: '\\u003c\\"\\u0026\\u0007', write: goJson},
    {form: 'a string of Go', written: '<\\"&\\a', write: (text: string) => `"${goQuote(text)}"`},
    {form: 'a string of Go in a string of Go', written: '\\\\a', write: (text: string) => goQuote(goQuote(text))},
    {form: 'a form', written: '%0A', write: (text: string) => new URLSearchParams({text}).toString()},
    {
      form: 'HTML',
      written: '&lt;',
      write: (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    },
    {
      form: 'hex in capitals',
      written: '3C22',
      write: (text: string) => Buffer.from(text).toString('hex').toUpperCase(),
    },
  ])('the search finds a canary escaped as $form', ({write, written}) => {
    expect(write(special)).toContain(written);
    expect(leaks(`before ${write(special)} after`, {special})).not.toEqual([]);
  });

  it('the search looks into compressed files', async () => {
    const directory = await scratchDirectory();
    await writeFile(join(directory, 'a.gz'), gzipSync(`x ${secret} x`));
    const [text = ''] = (await everythingWritten(directory)).values();
    expect(leaks(text, {secret})).not.toEqual([]);
  });

  it('the search looks into packed releases, and reports files that other users can open', async () => {
    const directory = await scratchDirectory();
    await mkdir(join(directory, 'below'), {mode: 0o700});
    const release = packed(JSON.stringify({secret}));
    const file = join(directory, 'below', '1-1.json');
    await writeFile(file, JSON.stringify({formatVersion: 1, release}), {mode: 0o644});
    const written = await everythingWritten(directory);
    expect(leaks(written.get(file) ?? '', {secret})).not.toEqual([]);
    expect(await openToOthers(directory)).toEqual([expect.stringContaining('1-1.json')]);
  });
});
