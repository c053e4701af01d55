import {encodeHead, type Head} from '../../src/core/release/head.ts';
import {headKey} from '../../src/core/release/keys.ts';
import type {Release} from '../../src/core/release/release.ts';
import {packRelease, unpackRelease} from '../../src/engine/release/pack.ts';
import type {Backend} from '../../src/ports/backend.ts';

/** What a person can do who writes a backend, and does not have its key. */
export const text = async (backend: Backend, key: string): Promise<string> =>
  new TextDecoder().decode((await backend.get(key))?.value);

export async function put(backend: Backend, key: string, value: Uint8Array | string): Promise<void> {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  await backend.put(key, bytes, (await backend.get(key))?.version);
}

export async function remove(backend: Backend, key: string): Promise<void> {
  await backend.delete(key, (await backend.get(key))?.version ?? '');
}

export const headOf = async (backend: Backend, lineage: string): Promise<Head> =>
  JSON.parse(await text(backend, headKey(lineage))) as Head;

export const withoutMac = ({mac: _, ...head}: Head): Head => head;

/** Writes more into the current release than the apply did, and lets the head lead to that. */
export async function forge(
  backend: Backend,
  lineage: string,
  more: Partial<Pick<Release, 'spec' | 'state'>>,
  change: (head: Head) => Head = (head) => head,
): Promise<void> {
  const head = await headOf(backend, lineage);
  const key = head.release?.key ?? '';
  const release = await unpackRelease({key}, (await backend.get(key))?.value ?? new Uint8Array());
  const {value, sha256} = await packRelease({
    ...release,
    spec: [...release.spec, ...(more.spec ?? [])],
    state: [...release.state, ...(more.state ?? [])],
  });
  await put(backend, key, value);
  await put(backend, headKey(lineage), encodeHead(change({...head, release: {key, sha256}})));
}
