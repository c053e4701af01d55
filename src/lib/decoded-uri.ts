/** Decodes a percent-encoded text. Undefined if it is malformed. */
export function decodedUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
