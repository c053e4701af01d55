import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {sha256} from '../../../lib/sha256.ts';
import {writePrivate} from '../../../lib/write-private.ts';
import type {Abilities} from './prove-conditions.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** The cache of proofs that an endpoint honours conditional writes, and the identity of the endpoint and bucket. */
export type Memory = {readonly cacheDir: string | undefined; readonly identity: string};

/**
 * Returns the result of a proof, cached for a week on this machine. It is not stored in the bucket, because a copy of the bucket
 * may be at an endpoint where it is wrong. Only success is cached, and a disk error does not fail a run.
 */
export async function rememberedOr(memory: Memory, prove: () => Promise<Abilities>): Promise<Abilities> {
  const file = fileOf(memory);
  const known = file === undefined ? undefined : await readMemory(file);
  if (known !== undefined) return known;
  const found = await prove();
  if (file !== undefined) await remember(file, found);
  return found;
}

const fileOf = ({cacheDir, identity}: Memory): string | undefined =>
  cacheDir === undefined ? undefined : join(cacheDir, 's3', `${sha256(identity).slice(0, 32)}.json`);

async function readMemory(file: string): Promise<Abilities | undefined> {
  try {
    const {conditionalDelete, at} = JSON.parse(await readFile(file, 'utf8')) as Partial<Abilities & {at: string}>;
    const age = Date.now() - Date.parse(at ?? '');
    return typeof conditionalDelete === 'boolean' && age >= 0 && age < WEEK_MS ? {conditionalDelete} : undefined;
  } catch {
    return undefined;
  }
}

/** After an error the next run proves it again. */
async function remember(file: string, {conditionalDelete}: Abilities): Promise<void> {
  const text = JSON.stringify({conditionalDelete, at: new Date().toISOString()});
  await writePrivate(file, text).catch(() => undefined);
}
