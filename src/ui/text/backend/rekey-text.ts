import type {Rekeying, RekeyOutcome} from '../../../app/backend/rekey-backend.ts';
import {historyText} from '../../../core/release/history-names.ts';
import {count} from '../../count.ts';
import {printable} from '../../printable.ts';

/** Returns who can open a backend after a rekey, for the question. */
export function rekeyingText({backend, recipients}: Rekeying): string {
  const lines = recipients.map((one) => `  ${printable(one)}\n`);
  return `Seals ${printable(backend)} with a new data key, which only these open:\n${lines.join('')}\n`;
}

/** Returns the result of `gantry backend rekey`. */
export function rekeyText(outcome: RekeyOutcome): string {
  if (outcome.kind === 'declined') return 'Nothing was changed.\n';
  const {backend, generation, rewritten, waiting, kind} = outcome;
  const what = {sealed: 'Sealed', rekeyed: 'Rekeyed', continued: 'Continued the rekey of'}[kind];
  const first = `${what} ${printable(backend)}: data key ${generation}, ${count(rewritten, 'document')} rewritten.\n`;
  if (waiting.length === 0) return `${first}${OLD_COPIES}`;
  const stacks = waiting.map((names) => printable(historyText(names))).join(', ');
  return `${first}Another run uses ${stacks}: the data key before stays readable. Run this command again after it.\n`;
}

const OLD_COPIES =
  'Copies and old versions of documents can still be opened with the keys before. Change secrets that a person who has left could read.\n';
