import type {Approved} from '../../../config/documents/approval-output.ts';
import {count} from '../../count.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';

/** Returns the result of `gantry approve` and `gantry workspace approve`, with the flag that uses the approval. */
export function approvedText(approved: Approved, {cwd}: Pick<Style, 'cwd'>): string {
  if (approved.outcome === 'declined') return 'Nothing was approved.\n';
  const {approves, workspace, digests, expires, key = '', file, outsideWindows} = approved;
  const what =
    approves === 'plans' ? `${count(digests.length, 'plan')} for the workspace` : 'a change of the workspace';
  const reason = outsideWindows === undefined ? '' : `, also outside of its change windows (${outsideWindows})`;
  return [
    `Approved ${what} ${workspace} until ${expires}${reason}, with the key ${key}.`,
    `Pass the approval with --approval ${shownFile(file, cwd)}.`,
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}
