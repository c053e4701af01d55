import {readRegularFile} from '../../../lib/read-regular-file.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AgeKeys} from './age-keys.ts';
import {dataKey} from './data-key.ts';
import {type Clear, decryptTree} from './decrypt-tree.ts';
import {sopsMetadata} from './sops-metadata.ts';
import {formatOf, sopsTree} from './sops-tree.ts';

/** A decrypted sops file: its values, or its whole original content. */
export type SopsFile = {readonly clear: ReadonlyMap<string, Clear>} | {readonly bytes: Uint8Array};

/** Reads and decrypts a sops file, or returns the reason for a failure. Never throws because of the contents. */
export async function openFile(path: string, keys: AgeKeys): Promise<SopsFile | NoSecret> {
  const bytes = await readRegularFile(path).catch(() => undefined);
  const what = `the file ${path}`;
  if (bytes === undefined) return {because: `${what} cannot be read`, fault: 'denied'};
  if ('because' in bytes) return {because: `${what} ${bytes.because}`};
  const text = bytes.toString('utf8');
  const format = formatOf(path);
  if (format === 'ini') return {because: `${what} is an INI file, which is not supported`};
  const found = parsed(text, format);
  if (found === undefined)
    return {
      because: `${what} is not encrypted by sops`,
      hint: 'Encrypt it: sops encrypt --age age1… --in-place FILE',
    };
  const metadata = sopsMetadata(found.metadata);
  const key = await dataKey(metadata, keys);
  if ('because' in key) return withFile(key, what);
  const opened = decryptTree(found.tree, metadata, key);
  if ('because' in opened) return withFile(opened, what);
  if (format !== 'binary') return opened;
  const data = opened.clear.get('data');
  if (typeof data === 'string') return {bytes: Buffer.from(data)};
  return data instanceof Uint8Array ? {bytes: data} : {because: `${what} has no data`};
}

const withFile = (problem: NoSecret, what: string): NoSecret => ({...problem, because: `${what}: ${problem.because}`});

/** Parses a file without the parser's message, which would quote the text. */
function parsed(text: string, format: ReturnType<typeof formatOf>): ReturnType<typeof sopsTree> {
  try {
    return sopsTree(text, format);
  } catch {
    return undefined;
  }
}
