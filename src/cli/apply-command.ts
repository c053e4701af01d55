const WITH_VALUE = new Set([
  '-C',
  '-s',
  '--stack',
  '-w',
  '--workspace',
  '--backend',
  '--changed-since',
  '--spec-file',
  '--target',
  '--exclude',
  '--image',
  '--ignore',
  '--revision',
  '--to',
  '--timeout',
  '--parallelism',
  '--lock-timeout',
  '--port-forward',
  '--adopt',
  '--allow-replace',
  '--allow-delete',
  '--allow-data-loss',
  '--force-conflicts',
]);
/** Which stacks, and the commands to which it says the same as to `apply`. */
const SELECTS = new Set(['--all', '--changed-since']);
const OF_FILES = new Set(['preview', 'apply', 'destroy', 'build', 'validate']);
const SHOWS_WITH_VALUE = new Set(['-o', '--output', '--report', '--color', '--base']);
const ALONE = new Set([
  '--all',
  '--insecure',
  '--take-over-project',
  '--allow-empty',
  '--keep-objects',
  '--no-wait',
  '--rollback-on-failure',
]);

/**
 * The words that would apply what this command line shows: its command with all that shapes the plan and says how it is run,
 * without what only shows.
 * Undefined for a saved plan, which was shaped by the flags of another command line, and for commands that bring a resource in or
 * let it go: an apply would do more.
 */
export function applyCommand(argv: readonly string[]): readonly string[] | undefined {
  const end = argv.indexOf('--');
  const typed = end < 0 ? argv : argv.slice(0, end);
  const [command = '', ...more] = wordsIn(typed);
  const isSaved = command === 'apply' && more.length > 0;
  if (isSaved || command === 'resource' || typed.some((word) => word === '--from' || word.startsWith('--from=')))
    return undefined;
  const kept = typed.flatMap((word, i) => {
    // Elsewhere it means what has been released, not what the files describe.
    if (SELECTS.has(word.split('=', 1)[0] ?? '') && !OF_FILES.has(command)) return [];
    if (ALONE.has(word) || WITH_VALUE.has(word.split('=', 1)[0] ?? '')) {
      const next = typed[i + 1];
      return WITH_VALUE.has(word) && next !== undefined ? [word, next] : [word];
    }
    // `-wprod`
    return /^-[Csw][^=]/.test(word) ? [word] : [];
  });
  return ['gantry', ...(COMMANDS[command] ?? ['apply']), ...kept];
}

/** The commands that apply by themselves what they show; all others show what `apply` would do. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  destroy: ['destroy'],
  // Of its group the one that plans.
  release: ['release', 'rollback'],
};

/** The command and its arguments. Flags may stand before them, and a stack may be called `destroy`. */
const wordsIn = (typed: readonly string[]): readonly string[] =>
  typed.filter((word, i) => {
    const before = typed[i - 1] ?? '';
    return !word.startsWith('-') && !WITH_VALUE.has(before) && !SHOWS_WITH_VALUE.has(before);
  });
