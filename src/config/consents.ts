import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {z} from 'zod';
import {GantryError} from '../core/failure/failure.ts';
import {ABILITIES} from '../core/trust/abilities.ts';
import {writeWhole} from './write-whole.ts';

const Want = z.object({ability: z.enum(ABILITIES), text: z.string(), exact: z.string().exactOptional()});

/** One permission that the user has given to a workspace. */
const Consent = z.object({
  workspace: z.string(),
  /** The digest of everything that the workspace wants. Absent: the permission is for `branches`, whatever the files say there. */
  digest: z.string().optional(),
  /** Allows any content, as long as the files are of this repository, on one of these branches. */
  branches: z.object({repository: z.string(), names: z.array(z.string()).min(1)}).optional(),
  wants: z.array(Want),
  allowedAt: z.string(),
});
/** A permission that the user gave to a workspace: for its present content (digest), or for branches of a repository. */
export type Consent = z.infer<typeof Consent>;

const Consents = z.object({formatVersion: z.literal(1), consents: z.array(Consent)});

/** Returns the path of the consents of a user. The file stays on this machine and is never stored in a backend. */
export const consentsFile = (home: string): string => join(home, 'consents.json');

/**
 * Reads the permissions that the user has given to workspaces that others may have written.
 * @throws GantryError 'backend/io' if the file cannot be read or was not written by Gantry; nothing is allowed in that case
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
    throw refused(home, new Error('its content was not written by Gantry', {cause: error}));
  }
}

/** Replaces all permissions of the user. */
export async function writeConsents(home: string, consents: readonly Consent[]): Promise<void> {
  const text = JSON.stringify({formatVersion: 1, consents}, undefined, 2);
  await writeWhole(consentsFile(home), `${text}\n`).catch((error: unknown) => {
    throw refused(home, error);
  });
}

const refused = (home: string, error: unknown): GantryError =>
  new GantryError({code: 'backend/io', detail: `${consentsFile(home)}: ${(error as Error).message}`}, {cause: error});
