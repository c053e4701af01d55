import {isSecretName, MASK, maskedText} from '../core/workspace/mask.ts';

/** Returns the command line for the lock, the release and the stream of events: as typed, with possible secrets redacted. */
export function recordedCommand(argv: readonly string[]): string {
  const words = ofGantry(argv).map((word, i) => {
    const flag = argv[i - 1] ?? '';
    if (isFlag(flag) && !flag.includes('=') && !isFlag(word) && isSecretName(nameOf(flag))) return MASK;
    if (flag === '--set') return assignment(word);
    if (word.startsWith('--set=')) return `--set=${assignment(word.slice('--set='.length))}`;
    const cut = word.indexOf('=');
    if (!isFlag(word) || cut < 0) return maskedText('', word);
    return `${word.slice(0, cut + 1)}${maskedText(nameOf(word.slice(0, cut)), word.slice(cut + 1))}`;
  });
  return ['gantry', ...words].join(' ');
}

/** Redacts `context.AWS_SECRET_ACCESS_KEY=…`. Such a value is refused, and must not be recorded. */
function assignment(word: string): string {
  const cut = word.indexOf('=');
  const name = word.slice(0, Math.max(cut, 0)).replace(/^.*\./, '');
  return `${word.slice(0, cut + 1)}${maskedText(name, word.slice(cut + 1))}`;
}

/** Removes the arguments after `gantry exec -- NAME`, because any of them may be a secret. */
function ofGantry(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  if (end < 0 || !argv.slice(0, end).includes('exec')) return argv;
  return argv.length > end + 2 ? [...argv.slice(0, end + 2), '…'] : argv;
}

const isFlag = (word: string): boolean => word.startsWith('-');
const nameOf = (flag: string): string => flag.replace(/^-+/, '').replaceAll('-', '_');
