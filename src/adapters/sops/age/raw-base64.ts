/** Decodes base64 as age writes it: canonical, without padding. */
export function fromRawBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return toRawBase64(bytes) === text ? bytes : undefined;
}

/** Returns bytes in base64 without padding. */
export const toRawBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');
