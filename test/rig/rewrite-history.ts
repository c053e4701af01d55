import {encodeHead, signHead} from '../../src/core/release/head.ts';
import {headKey} from '../../src/core/release/keys.ts';
import {latestRecords} from '../../src/core/release/latest-records.ts';
import type {Release} from '../../src/core/release/release.ts';
import {hmacKey} from '../../src/engine/release/hmac-key.ts';
import {packRelease, unpackRelease} from '../../src/engine/release/pack.ts';
import {storedReleases} from '../../src/engine/release/revisions.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {headOf, put} from './forge.ts';

/**
 * Writes all releases from one revision on again, up to the head, as a person can do who has the key of the backend: each has a valid MAC and
 * names the digest of the one before it. `keepsSignature`: the signature of the original stays in the envelope.
 */
export async function rewriteHistory(
  backend: Backend,
  lineage: string,
  {
    from,
    change,
    keepsSignature = false,
  }: {
    readonly from: number;
    readonly change: (release: Release) => Release;
    readonly keepsSignature?: boolean;
  },
): Promise<void> {
  const key = await hmacKey(backend);
  const records = latestRecords(await storedReleases(backend, lineage)).toReversed();
  let last: {readonly key: string; readonly sha256: string} | undefined;
  for (const record of records.filter(({revision}) => revision >= from)) {
    const bytes = (await backend.get(record.key))?.value ?? new Uint8Array();
    const release = await unpackRelease(record, bytes);
    const {signature} = JSON.parse(new TextDecoder().decode(bytes)) as {readonly signature?: never};
    const previous = last === undefined ? release.previous : {...release.previous, release: last};
    const {value, sha256} = await packRelease({...change(release), ...(previous && {previous})}, key, async () =>
      keepsSignature ? signature : undefined,
    );
    await put(backend, record.key, value);
    last = {key: record.key, sha256};
  }
  const {mac: _, ...head} = await headOf(backend, lineage);
  await put(backend, headKey(lineage), encodeHead(signHead({...head, ...(last && {release: last})}, key)));
}
