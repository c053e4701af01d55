import {GLOBAL_FLAGS} from './global-flags.ts';

const WITH_VALUE: ReadonlySet<string> = new Set(
  GLOBAL_FLAGS.filter(({flags}) => flags.includes('<')).flatMap(({flags}) => flags.match(/--?[A-Za-z-]+/g) ?? []),
);

/** The commands whose arguments belong to another program. */
const PASSING: ReadonlySet<string> = new Set(['exec', 'terraform']);

/**
 * Inserts `--` before the command of `gantry exec` or `gantry terraform`, so that `gantry exec kubectl get pods -o wide` means
 * `gantry exec -- kubectl get pods -o wide`. Flags after the command belong to the command.
 */
export function withSeparator(argv: readonly string[]): readonly string[] {
  let isPassing = false;
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') return argv;
    if (word.startsWith('-')) at += WITH_VALUE.has(word) ? 1 : 0;
    else if (isPassing) return [...argv.slice(0, at), '--', ...argv.slice(at)];
    else if (PASSING.has(word)) isPassing = true;
    else return argv;
  }
  return argv;
}
