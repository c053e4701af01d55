import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {z} from 'zod';
import type {WatchedState} from '../core/notify/watched-state.ts';
import {sha256} from '../lib/sha256.ts';
import {writeWhole} from './write-whole.ts';

const Since = z.strictObject({digest: z.string(), since: z.string()});
const State = z.strictObject({drift: z.exactOptional(Since), failing: z.exactOptional(Since)});

const Memory = z.strictObject({
  formatVersion: z.literal(1),
  targets: z.record(z.string(), z.record(z.string(), State)),
});

/** The states that each notification target was notified about: by target, and by stack. */
export type ToldDrift = Readonly<Record<string, Readonly<Record<string, WatchedState>>>>;

/** Identifies a watch: the backend, the selection of stacks, the workspace. */
export type Watched = Readonly<Record<string, unknown>>;

/** Returns the path of the memory in `$GANTRY_HOME`. It names nothing, because names can be long. */
const memoryFile = (home: string, watched: Watched): string =>
  join(home, 'drift', `${sha256(JSON.stringify(watched)).slice(0, 32)}.json`);

/** Returns the remembered states. A missing or unreadable memory is empty: each target is then notified again. */
export async function readDriftMemory(home: string, watched: Watched): Promise<ToldDrift> {
  const text = await readFile(memoryFile(home, watched), 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  try {
    return Memory.parse(JSON.parse(text)).targets;
  } catch {
    return {};
  }
}

/** Stores the states that targets were notified about. @throws Error if the file cannot be written */
export const writeDriftMemory = (home: string, watched: Watched, targets: ToldDrift): Promise<void> =>
  writeWhole(memoryFile(home, watched), `${JSON.stringify({formatVersion: 1, targets}, undefined, 2)}\n`);
