import type {BackupOutcome} from '../../../app/backend/backup-backend.ts';
import type {RestoreOutcome, Restoring} from '../../../app/backend/restore-backend.ts';
import {historyText} from '../../../core/release/history-names.ts';
import {count} from '../../count.ts';
import {printable} from '../../printable.ts';

/** Returns the result of `gantry backend backup`. */
export function backupText({
  backend,
  file,
  documents,
  histories,
  sha256,
  isVerified,
  plaintext,
}: BackupOutcome): string {
  const stacks = count(histories, 'stack');
  const lines = [
    `Backed up ${backend} to ${file}: ${count(documents, 'document')}, ${stacks}.`,
    `Digest: ${sha256}`,
    ...(isVerified ? [] : ['The MACs were not checked, because no key opens the backend here.']),
    ...(plaintext.length === 0 ? [] : [`Keep it secret. It contains in clear: ${plaintext.join(', ')}`]),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** Returns what a restore would do, for the question. */
export function restoringText({backend, file, backup, histories, lost}: Restoring): string {
  const lines = [
    `Restores ${backend} from ${file}, a backup of ${backup.backend} of ${backup.createdAt} (digest ${backup.sha256}):`,
    ...histories.map((names) => `  ${historyText(names)}`),
    ...(lost.length === 0 ? [] : ['These stacks are not in the backup. Their releases are deleted:']),
    ...lost.map((names) => `  ${historyText(names)}`),
  ];
  return `${lines.map(printable).join('\n')}\n\n`;
}

/** Returns the result of `gantry backend restore`. */
export function restoreText(outcome: RestoreOutcome): string {
  if (outcome.kind === 'declined') return 'Nothing was changed.\n';
  const {backend, at, written, there, deleted, isContinued, histories} = outcome;
  const counts = [
    count(histories.length, 'stack'),
    `${count(written, 'document')} written`,
    ...(there === 0 ? [] : [`${there} unchanged`]),
    ...(deleted === 0 ? [] : [`${deleted} deleted`]),
  ];
  const what = isContinued ? 'Continued and ended the restore of' : 'Restored';
  const lines = [
    `${what} ${backend}: ${counts.join(', ')}.`,
    `The backend records this restore as ${at}. Preview each stack: the cluster may have objects of later releases.`,
  ];
  return `${lines.map(printable).join('\n')}\n`;
}
