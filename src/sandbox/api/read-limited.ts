/**
 * Reads a body to its end, and keeps at most `limit` bytes. The rest is read and discarded, so that the client receives the response.
 * Returns undefined if the client disconnects.
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
