import type {Backend} from '../../src/ports/backend.ts';

/** All documents of a backend, as bytes. */
export async function contentsOf(backend: Backend): Promise<ReadonlyMap<string, Buffer>> {
  const keys = await backend.list('');
  return new Map(
    await Promise.all(keys.map(async (key) => [key, Buffer.from((await backend.get(key))?.value ?? [])] as const)),
  );
}

/** Makes the backend what it was, but for locks. */
export async function putBack(backend: Backend, contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const key of await backend.list('')) {
    const stored = await backend.get(key);
    if (!contents.has(key) && stored !== undefined) await backend.delete(key, stored.version);
  }
  for (const [key, value] of contents) {
    const stored = await backend.get(key);
    if (stored === undefined || !Buffer.from(stored.value).equals(value))
      await backend.put(key, value, stored?.version);
  }
}
