import type {Secret} from './secret.ts';

/** `json`: a mapping. `bytes`: what no environment variable can hold. */
export type ValueKind = 'json' | 'text' | 'bytes';

/** What a value looks like: a key of Google is written where its file is expected, and the other way round. */
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
