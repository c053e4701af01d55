import {randomBytes} from 'node:crypto';
import {GantryError} from '../../../core/failure/failure.ts';
import {sha256} from '../../../lib/sha256.ts';
import type {Clock} from '../../../ports/clock.ts';
import type {NewSecret, SecretObjects} from '../../../ports/secret-objects.ts';
import {GENERATION_LABEL, PART_OF_LABEL, partName} from './key-names.ts';
import {settledCreate} from './settled-create.ts';
import type {Parts} from './version.ts';

/** The size of a part. A Secret may hold 1 MiB, but its base64 would exceed the 1 MiB that many proxies accept. */
export const PART_BYTES = 700 * 1024;
/** The type of the Secrets that hold parts of large values. */
export const PART_TYPE = 'gantry.dev/backend-part';

const AT_ONCE = 4;
/**
 * The longest time for writing a value. Unreferenced parts are deleted only when they are much older, so that they
 * cannot become referenced later.
 */
const WRITING_MS = 10 * 60_000;

/** The record of a part in the Secret of a large value, in the order of the parts. */
export type PartRecord = {readonly sha256: string; readonly bytes: number};

/** Parts that are written, but not yet referenced by a value. */
export type WrittenParts = Parts & {
  readonly records: readonly PartRecord[];
  /** The creation time of one of the parts, by the server's clock. */
  readonly createdAt?: string | undefined;
  /** @throws GantryError backend/io if too much time has passed since the first part was written */
  readonly assertFresh: () => void;
};

/** The value whose parts are written or read. */
export type PartsOf = {readonly secrets: SecretObjects; readonly clock: Clock; readonly name: string};

/** Writes the parts of a value under a generation of their own. No value references them yet. */
export async function writeParts({secrets, clock, name}: PartsOf, value: Uint8Array): Promise<WrittenParts> {
  const begin = clock.monotonic();
  const generation = randomBytes(8).toString('hex');
  const pieces = split(value);
  const left = pieces.map((piece, index) => partOf(name, generation, index, piece));
  let createdAt: string | undefined;
  const writer = async (): Promise<void> => {
    for (let part = left.shift(); part !== undefined; part = left.shift())
      createdAt = (await settledCreate(secrets, part))?.createdAt ?? createdAt;
  };
  try {
    await Promise.all(Array.from({length: AT_ONCE}, writer));
  } catch (error) {
    left.length = 0;
    await dropParts(secrets, name, generation);
    throw error;
  }
  return {
    generation,
    count: pieces.length,
    records: pieces.map((piece) => ({sha256: sha256(piece), bytes: piece.byteLength})),
    createdAt,
    assertFresh: () => {
      if (clock.monotonic() - begin < WRITING_MS) return;
      throw new GantryError({code: 'backend/io', detail: 'writing a large value took too long and was aborted'});
    },
  };
}

function split(value: Uint8Array): readonly Uint8Array[] {
  const count = Math.ceil(value.byteLength / PART_BYTES);
  return Array.from({length: count}, (_, index) => value.subarray(index * PART_BYTES, (index + 1) * PART_BYTES));
}

const partOf = (name: string, generation: string, index: number, piece: Uint8Array): NewSecret => ({
  name: partName(name, generation, index),
  type: PART_TYPE,
  labels: {[PART_OF_LABEL]: name, [GENERATION_LABEL]: generation},
  annotations: {},
  data: {part: piece},
  immutable: true,
});

/** Returns the value, or which part is missing or differs from its record. */
export async function readParts(
  secrets: SecretObjects,
  name: string,
  {generation, records}: {readonly generation: string; readonly records: readonly PartRecord[]},
): Promise<Uint8Array | {readonly broken: string}> {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < records.length; from += AT_ONCE) {
    const some = records.slice(from, from + AT_ONCE);
    const found = await Promise.all(some.map((_, at) => secrets.get(partName(name, generation, from + at))));
    for (const [at, record] of some.entries()) {
      const piece = found[at]?.data['part'];
      const which = `part ${from + at + 1} of ${records.length} (Secret ${partName(name, generation, from + at)})`;
      if (piece === undefined) return {broken: `${which} is missing`};
      if (piece.byteLength !== record.bytes || sha256(piece) !== record.sha256) return {broken: `${which} was changed`};
      pieces.push(piece);
    }
  }
  return new Uint8Array(Buffer.concat(pieces));
}

/** Deletes parts that are no longer referenced. Parts that cannot be deleted now are deleted by a later sweep. */
export async function dropParts(secrets: SecretObjects, name: string, generation: string): Promise<void> {
  try {
    const parts = await secrets.list(`${PART_OF_LABEL}=${name},${GENERATION_LABEL}=${generation}`);
    await Promise.all(parts.map((part) => secrets.delete(part.name, {uid: part.uid})));
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
  }
}
