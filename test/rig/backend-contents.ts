import type {Backend} from '../../src/ports/backend.ts';

/** All documents of a backend, as bytes. */
export async function contentsOf(backend: Backend): Promise<ReadonlyMap<string, Buffer>> {
  const keys = await backend.list('');
  return new Map(
    await Promise.all(keys.map(async (key) => [key, Buffer.from((await backend.get(key))?.value ?? [])] as const)),
  );
}
