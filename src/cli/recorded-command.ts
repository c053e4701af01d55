import {isSecretName, MASK, maskedText} from '../core/workspace/mask.ts';

/** The command line for the lock, the release and the stream of events: as typed, but for what is or may be a secret. */
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

/** `context.AWS_SECRET_ACCESS_KEY=…`: it will be refused, and must not be read in what was recorded of that. */
function assignment(word: string): string {
  const cut = word.indexOf('=');
  const name = word.slice(0, Math.max(cut, 0)).replace(/^.*\./, '');
  return `${word.slice(0, cut + 1)}${maskedText(name, word.slice(cut + 1))}`;
}

/** What a program is told after `gantry exec -- NAME` is its own matter: nobody knows which of it is secret. */
function ofGantry(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  if (end < 0 || !argv.slice(0, end).includes('exec')) return argv;
  return argv.length > end + 2 ? [...argv.slice(0, end + 2), '…'] : argv;
}

const isFlag = (word: string): boolean => word.startsWith('-');
const nameOf = (flag: string): string => flag.replace(/^-+/, '').replaceAll('-', '_');
