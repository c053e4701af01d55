import type {Secret} from './secret.ts';

/** The kind of a value. `json`: a mapping. `bytes`: a value that an environment variable cannot have. */
export type ValueKind = 'json' | 'text' | 'bytes';

/** Returns the kind of a value. Users write a Google key where its file is expected, and the other way round. */
export function valueKind(secret: Secret): ValueKind {
  if (!secret.isText) return 'bytes';
  const text = secret.reveal();
  if (text.includes('\0')) return 'bytes';
  return /^\s*\{/.test(text) && isMapping(text) ? 'json' : 'text';
}

function isMapping(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
