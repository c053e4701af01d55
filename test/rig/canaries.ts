import {randomBytes} from 'node:crypto';
import {readdir, readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';

/** A secret that no other text holds by chance, with the characters that writers escape in different ways. */
export const canary = (name: string): string => `canary-${name}-${randomBytes(9).toString('hex')} "é<&>\\ ${name}`;

/** The same without what a header, a certificate or a YAML word cannot have. */
export const plainCanary = (name: string): string => `canary-${name}-${randomBytes(12).toString('hex')}`;

/** Which secrets stand in a text, in whatever form: as they are, escaped, in base64 at any offset, in hex, in a URL. */
export function leaks(text: string, secrets: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(formsOf(secret)).flatMap(([form, written]) => {
      const at = text.indexOf(written);
      return at < 0 ? [] : [`${name} (${form}): …${text.slice(Math.max(0, at - 80), at + written.length + 20)}…`];
    }),
  );
}

function formsOf(secret: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(secret);
  // What remains of it when a writer escapes its second half.
  const head = secret.split(' ')[0] ?? secret;
  return {
    raw: head,
    json: JSON.stringify(secret).slice(1, -1),
    hex: bytes.toString('hex'),
    url: encodeURIComponent(secret),
    ...Object.fromEntries([0, 1, 2].map((offset) => [`base64+${offset}`, base64At(Buffer.from(head), offset)])),
    'base64 of base64': base64At(Buffer.from(Buffer.from(head).toString('base64').slice(0, -4)), 0),
  };
}

/** The characters that bytes must leave in the base64 of a text in which they stand. */
const base64At = (bytes: Buffer, offset: number): string => {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
};

/** Everything below a directory as text, by path; packed releases unpacked. */
export async function everythingWritten(directory: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(directory, {recursive: true, withFileTypes: true}).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({parentPath, name}) => join(parentPath, name));
  return new Map(await Promise.all(files.map(async (file) => [file, await textOf(file)] as const)));
}

const textOf = async (file: string): Promise<string> => withUnpacked(await readFile(file, 'utf8'));

/** The text, and that of the release that is packed in it. */
export function withUnpacked(text: string): string {
  const packed = /"release":"([A-Za-z0-9+/=]{40,})"/.exec(text)?.[1];
  return packed === undefined ? text : `${text}\n${gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')}`;
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
