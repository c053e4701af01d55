import type {Words} from './failure-words.ts';
import {sentence} from './sentence.ts';

/** The texts of failures of backends. */
export const BACKEND_WORDS: Pick<
  Words,
  | 'backend/sealed'
  | 'backend/not-sealed'
  | 'backend/restoring'
  | 'backend/bad-backup'
  | 'backend/moved'
  | 'backend/occupied'
  | 'backend/io'
  | 'backend/unusable'
> = {
  'backend/sealed': ({backend, problems, hint}) => ({
    message: `${backend} cannot be opened (keys/sealing.json): ${problems.join('; ')}. Nothing was written.`,
    hint: hint ?? 'Ask somebody who can open it to run "gantry backend rekey" with your key.',
  }),
  'backend/not-sealed': ({backend}) => ({
    message: `The configuration declares encryption for ${backend}, but its key (keys/hmac) is stored in clear. Nothing was written.`,
    hint: 'To seal the data that is there, run "gantry backend rekey". If it was sealed before, somebody has replaced the key.',
  }),
  'backend/restoring': ({since, sha256}) => ({
    message: `The backend is being restored from a backup since ${since}, or that restore was interrupted. Nothing was written.`,
    hint: `Wait for it. If it was interrupted, continue it: run "gantry backend restore FILE" with the backup whose digest is ${sha256}.`,
  }),
  'backend/bad-backup': ({file, problem, hint}) => ({
    message: `The backup ${file} cannot be used: ${problem}. Nothing was written.`,
    hint: hint ?? 'Use another backup. Make one with "gantry backend backup FILE".',
  }),
  'backend/moved': ({series, to}) => ({
    message: `The releases of ${series} were moved to ${to}. This backend is no longer used.`,
    hint: `Use the new backend: pass --backend, set GANTRY_BACKEND or "backend:" in project.yaml, or run "gantry config set backend ${to}".`,
  }),
  'backend/occupied': ({backend, keys, hint}) => ({
    message: `${backend} already contains other data: ${keys.slice(0, 5).join(', ')}${keys.length > 5 ? ` and ${keys.length - 5} more` : ''}. Nothing was written.`,
    hint: hint ?? 'Choose an empty location, for example another prefix or namespace.',
  }),
  'backend/io': ({detail, hint}) => ({
    message: `The backend cannot be read or written: ${detail}.`,
    hint:
      hint ?? 'Make sure that you own that directory and that the disk has space, or set GANTRY_HOME to another one.',
  }),
  'backend/unusable': ({backend, problem, hint}) => ({
    message: `The backend ${backend} cannot be used: ${problem}.`,
    hint: sentence(hint),
  }),
};
