import {GantryError} from '../failure/failure.ts';

/**
 * Checks a key of a backend: a relative path of plain segments. A segment must not begin with a dot: `..` would leave the directory, and
 * names with a dot belong to a backend (temporary files, locks) or an operating system.
 */
export function checkKey(key: string): string {
  if (isKey(key)) return key;
  throw new GantryError({code: 'backend/io', detail: `${JSON.stringify(key)} is not a valid key of a backend`});
}

/** Checks the folder of a prefix of keys, and returns it with its slash at the end. */
export function checkFolder(prefix: string): string {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  if (folder !== '') checkKey(folder.slice(0, -1));
  return folder;
}

/** Reports whether a text can be a key. Other names in a bucket or a directory are not ours. */
export const isKey = (text: string): boolean => text.split('/').every(isPlain);

// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const isPlain = (segment: string): boolean => /^[^./\\\u0000-\u001f\u007f][^/\\\u0000-\u001f\u007f]*$/.test(segment);
