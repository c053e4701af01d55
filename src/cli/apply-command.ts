const WITH_VALUE = new Set([
  '-C',
  '-s',
  '--stack',
  '-w',
  '--workspace',
  '--backend',
  '--spec-file',
  '--target',
  '--exclude',
  '--image',
  '--ignore',
  '--revision',
  '--to',
  '--adopt',
  '--allow-replace',
  '--allow-delete',
  '--allow-data-loss',
  '--force-conflicts',
]);
const SHOWS_WITH_VALUE = new Set(['-o', '--output', '--report', '--color', '--lock-timeout']);
const ALONE = new Set(['--take-over-project', '--allow-empty', '--keep-objects']);

/**
 * The words that would apply what this command line shows: its command with all that shapes the plan, without what only shows.
 * Undefined for a saved plan, which was shaped by the flags of another command line.
 */
export function applyCommand(argv: readonly string[]): readonly string[] | undefined {
  const end = argv.indexOf('--');
  const typed = end < 0 ? argv : argv.slice(0, end);
  if (typed.some((word) => word === '--from' || word.startsWith('--from='))) return undefined;
  const kept = typed.flatMap((word, i) => {
    if (ALONE.has(word) || WITH_VALUE.has(word.split('=', 1)[0] ?? '')) {
      const next = typed[i + 1];
      return WITH_VALUE.has(word) && next !== undefined ? [word, next] : [word];
    }
    // `-wprod`
    return /^-[Csw][^=]/.test(word) ? [word] : [];
  });
  return ['gantry', ...(COMMANDS[commandIn(typed) ?? ''] ?? ['apply']), ...kept];
}

/** The commands that apply by themselves what they show; all others show what `apply` would do. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  destroy: ['destroy'],
  // Of its group the one that plans.
  release: ['release', 'rollback'],
};

/** Flags may stand before the command, and a stack may be called `destroy`. */
function commandIn(typed: readonly string[]): string | undefined {
  return typed.find((word, i) => {
    const before = typed[i - 1] ?? '';
    return !word.startsWith('-') && !WITH_VALUE.has(before) && !SHOWS_WITH_VALUE.has(before);
  });
}
