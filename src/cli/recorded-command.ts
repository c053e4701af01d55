import {isSecretName, MASK, maskedText} from '../core/workspace/mask.ts';

/** The command line for the lock, the release and the stream of events: as typed, but for what is or may be a secret. */
export function recordedCommand(argv: readonly string[]): string {
  const words = argv.map((word, i) => {
    const flag = argv[i - 1] ?? '';
    if (isFlag(flag) && !flag.includes('=') && !isFlag(word) && isSecretName(nameOf(flag))) return MASK;
    const cut = word.indexOf('=');
    if (!isFlag(word) || cut < 0) return maskedText('', word);
    return `${word.slice(0, cut + 1)}${maskedText(nameOf(word.slice(0, cut)), word.slice(cut + 1))}`;
  });
  return ['gantry', ...words].join(' ');
}

const isFlag = (word: string): boolean => word.startsWith('-');
const nameOf = (flag: string): string => flag.replace(/^-+/, '').replaceAll('-', '_');
