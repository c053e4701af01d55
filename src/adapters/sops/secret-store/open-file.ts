import {readRegularFile} from '../../../lib/read-regular-file.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AgeKeys} from './age-keys.ts';
import {dataKey} from './data-key.ts';
import {type Clear, decryptTree} from './decrypt-tree.ts';
import {sopsMetadata} from './sops-metadata.ts';
import {formatOf, sopsTree} from './sops-tree.ts';

/** A file of sops in clear: its values, or all of it as it was before. */
export type SopsFile = {readonly clear: ReadonlyMap<string, Clear>} | {readonly bytes: Uint8Array};

/** Reads a sops file and decrypts it; returns the reason if that fails. Never throws for the file's contents. */
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
      because: `${what} is no file that sops has encrypted`,
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

/** What a parser says of a text would quote it. */
function parsed(text: string, format: ReturnType<typeof formatOf>): ReturnType<typeof sopsTree> {
  try {
    return sopsTree(text, format);
  } catch {
    return undefined;
  }
}
