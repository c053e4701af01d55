import {randomBytes} from 'node:crypto';
import {readdir, readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {constants, gunzipSync} from 'node:zlib';

/** A secret that no other text holds by chance, with the characters that writers escape in different ways. */
export const canary = (name: string): string => `canary-${name}-${randomBytes(9).toString('hex')} "é<&>\\ ${name}`;

/** The same without what a header, a certificate or a YAML word cannot have. */
export const plainCanary = (name: string): string => `canary-${name}-${randomBytes(12).toString('hex')}`;

/**
 * Which secrets stand in a text, in whatever form: as they are, as JSON and Go escape them, in base64 at any offset, in hex, in a
 * URL, and in what is packed in it.
 */
export function leaks(text: string, secrets: Readonly<Record<string, string>>): readonly string[] {
  const whole = withUnpacked(text);
  return Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(distinct(formsOf(secret))).flatMap(([form, written]) => {
      const at = written === '' ? -1 : whole.indexOf(written);
      return at < 0 ? [] : [`${name} (${form}): …${whole.slice(Math.max(0, at - 80), at + written.length + 20)}…`];
    }),
  );
}

/** Of forms that are the same the first. */
const distinct = (forms: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [
      ...new Map(
        Object.entries(forms)
          .toReversed()
          .map(([form, text]) => [text, form]),
      ),
    ].map(([text, form]) => [form, text]),
  );

/** How a value may be written. */
function formsOf(secret: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(secret);
  // What remains of it when a writer escapes its second half.
  const head = secret.split(' ')[0] ?? secret;
  const json = JSON.stringify(secret).slice(1, -1);
  const inside = [0, 1, 2].map((offset) => [`base64+${offset}`, base64At(Buffer.from(head), offset)] as const);
  return {
    raw: head,
    json,
    'json in json': JSON.stringify(json).slice(1, -1),
    'json of Go': json.replaceAll(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
    'quoted by Go': goQuoted(secret),
    'quoted by Go in ASCII': goQuoted(secret, true),
    'quoted twice by Go': goQuoted(goQuoted(secret)),
    hex: bytes.toString('hex'),
    HEX: bytes.toString('hex').toUpperCase(),
    url: encodeURIComponent(secret),
    'url of a form': new URLSearchParams({x: secret}).toString().slice(2),
    html: secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    ...Object.fromEntries(inside),
    ...Object.fromEntries(inside.map(([form, text]) => [`${form} for a URL`, forUrl(text)])),
    'base64 of base64': base64At(Buffer.from(Buffer.from(head).toString('base64').slice(0, -4)), 0),
  };
}

const forUrl = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

const GO: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '"': '\\"',
  '\\': '\\\\',
};

/** `strconv.Quote`, or `QuoteToASCII`, without its quotes. */
function goQuoted(text: string, ascii = false): string {
  return Array.from(text, (char) => {
    const code = char.codePointAt(0) ?? 0;
    const named = GO[char];
    if (named !== undefined) return named;
    if (code < 32 || code === 127) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code > 127 && ascii ? `\\u${code.toString(16).padStart(4, '0')}` : char;
  }).join('');
}

/** The characters that bytes must leave in the base64 of a text in which they stand. */
const base64At = (bytes: Buffer, offset: number): string => {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
};

/** Everything below a directory as text, by path; what is packed in it unpacked. */
export async function everythingWritten(directory: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(directory, {recursive: true, withFileTypes: true}).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({parentPath, name}) => join(parentPath, name));
  return new Map(await Promise.all(files.map(async (file) => [file, textOf(await readFile(file))] as const)));
}

/** Bytes as text: unpacked, where they are packed. */
const textOf = (bytes: Buffer): string =>
  withUnpacked(bytes[0] === 0x1f && bytes[1] === 0x8b ? unpacked(bytes) : bytes.toString('utf8'));

/** What begins with gzip's three bytes, in base64: of a release, of one in a Secret (base64 once more). */
const PACKED = /(?<![A-Za-z0-9+/_-])(?:H4sI|SDRzS)[A-Za-z0-9+/_-]{20,}={0,2}/g;

/** The text, and after it whatever is packed in it: base64 of gzip, however deep. */
export function withUnpacked(text: string): string {
  const inside = [...text.matchAll(PACKED)].map(([packed]) => {
    const bytes = Buffer.from(packed, 'base64');
    return textOf(bytes);
  });
  return [text, ...inside].join('\n');
}

/** A part of something packed is unpacked as far as it goes. */
function unpacked(bytes: Buffer): string {
  try {
    return gunzipSync(bytes, {finishFlush: constants.Z_SYNC_FLUSH}).toString('utf8');
  } catch {
    return bytes.toString('latin1');
  }
}

/** Files and directories that others than their owner may open, with their modes. */
export async function openToOthers(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, {recursive: true, withFileTypes: true}).catch(() => []);
  const paths = [directory, ...entries.map(({parentPath, name}) => join(parentPath, name))];
  const found = await Promise.all(
    paths.map(async (path) => {
      const {mode} = await stat(path);
      return (mode & 0o077) === 0 ? [] : [`${(mode & 0o777).toString(8)} ${path}`];
    }),
  );
  return found.flat();
}
