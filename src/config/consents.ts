import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {z} from 'zod';
import {GantryError} from '../core/failure/failure.ts';
import {ABILITIES} from '../core/trust/abilities.ts';
import {writeWhole} from './write-whole.ts';

const Want = z.object({ability: z.enum(ABILITIES), text: z.string(), exact: z.string().exactOptional()});

/** One thing that this user has allowed. */
const Consent = z.object({
  workspace: z.string(),
  /** Of all that it wants; absent: whatever it says on the branches. */
  digest: z.string().optional(),
  /** Whatever it says while the files are of this repository, on one of these branches. */
  branches: z.object({repository: z.string(), names: z.array(z.string()).min(1)}).optional(),
  wants: z.array(Want),
  allowedAt: z.string(),
});
/** A permission that the user gave to a workspace: for exactly what it wants now (digest), or for branches of a repository. */
export type Consent = z.infer<typeof Consent>;

const Consents = z.object({formatVersion: z.literal(1), consents: z.array(Consent)});

/** It is the user's alone: it lies on this machine and never goes into a backend. */
export const consentsFile = (home: string): string => join(home, 'consents.json');

/**
 * What the user of this home has allowed to workspaces that others may have written.
 * @throws GantryError 'backend/io' where the file cannot be read or is none of ours: nothing is allowed by guess
 */
export async function readConsents(home: string): Promise<readonly Consent[]> {
  let text: string;
  try {
    text = await readFile(consentsFile(home), 'utf8');
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw refused(home, error);
  }
  try {
    return Consents.parse(JSON.parse(text)).consents;
  } catch (error) {
    throw refused(home, new Error('it is not what Gantry wrote', {cause: error}));
  }
}

/** Replaces them all: of one workspace and branch there is one. */
export async function writeConsents(home: string, consents: readonly Consent[]): Promise<void> {
  const text = JSON.stringify({formatVersion: 1, consents}, undefined, 2);
  await writeWhole(consentsFile(home), `${text}\n`).catch((error: unknown) => {
    throw refused(home, error);
  });
}

const refused = (home: string, error: unknown): GantryError =>
  new GantryError({code: 'backend/io', detail: `${consentsFile(home)}: ${(error as Error).message}`}, {cause: error});
