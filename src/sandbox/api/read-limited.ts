/**
 * Reads a body to its end and keeps as much of it as the limit allows, in bytes: what is beyond is read, so that the client hears
 * the answer, and thrown away. Undefined where the client went away in the middle.
 */
export async function readLimited(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}
