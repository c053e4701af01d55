import {readDriftMemory, type ToldDrift, type Watched, writeDriftMemory} from '../../config/drift-memory.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {DriftMemory} from './follow-drift.ts';

export type {Watched} from '../../config/drift-memory.ts';

/** The memory of the states that each target was notified about, in this process and on disk. */
export type ToldMemory = {
  readonly of: (target: string) => DriftMemory;
  /** Keeps these states, for the next run too. Returns a warning if it cannot be written. */
  readonly keep: (told: ToldDrift) => Promise<readonly Diagnostic[]>;
};

/** Opens the memory of the states that targets were notified about. */
export async function toldDrift(home: string, watched: Watched): Promise<ToldMemory> {
  let known = await readDriftMemory(home, watched);
  return {
    of: (target) => known[target] ?? {},
    keep: async (told) => {
      const next = {...known, ...told};
      if (JSON.stringify(next) === JSON.stringify(known)) return [];
      known = next;
      try {
        await writeDriftMemory(home, watched, next);
        return [];
      } catch (error) {
        return [
          {
            severity: 'warning',
            code: 'notify/memory',
            message: `${home} cannot be written: a later run notifies again about the same drift (${codeOf(error)})`,
          },
        ];
      }
    },
  };
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error';
