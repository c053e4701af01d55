import {sha256} from './sha256.ts';

/** Returns the digest of a text or of bytes: `sha256:` and hexadecimal digits. */
export const digestOf = (value: string | Uint8Array): string => `sha256:${sha256(value)}`;
