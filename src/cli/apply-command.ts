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
  '--adopt',
  '--allow-replace',
  '--allow-delete',
  '--allow-data-loss',
  '--force-conflicts',
]);
const SHOWS_WITH_VALUE = new Set(['-o', '--output', '--report', '--color', '--lock-timeout']);
const ALONE = new Set(['--take-over-project']);

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
  return ['gantry', commandIn(typed) === 'destroy' ? 'destroy' : 'apply', ...kept];
}

/** Flags may stand before the command, and a stack may be called `destroy`. */
function commandIn(typed: readonly string[]): string | undefined {
  return typed.find((word, i) => {
    const before = typed[i - 1] ?? '';
    return !word.startsWith('-') && !WITH_VALUE.has(before) && !SHOWS_WITH_VALUE.has(before);
  });
}
