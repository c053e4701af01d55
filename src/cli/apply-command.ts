const WITH_VALUE = new Set([
  '-C',
  '-s',
  '--stack',
  '-w',
  '--workspace',
  '-l',
  '--selector',
  '--backend',
  '--changed-since',
  '--spec-file',
  '--target',
  '--exclude',
  '--image',
  '--images-from',
  '--from',
  '--regenerate',
  '--replace',
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
  '--revert-added',
  '--parallel-stacks',
]);
/** The flags that select stacks, and the commands where they mean the same as for `apply`. */
const SELECTS = new Set(['--all', '--changed-since']);
const OF_FILES = new Set(['preview', 'apply', 'destroy', 'build', 'validate']);
/** The commands whose `-l` selects workspaces. */
const OF_WORKSPACES = new Set([...OF_FILES, 'drift', 'status']);
const SHOWS_WITH_VALUE = new Set([
  '--approval',
  '--outside-windows',
  '--sign',
  '--notify',
  '--save',
  '--watch',
  '-o',
  '--output',
  '--report',
  '--profile',
  '--color',
  '--base',
  '--chart',
]);
const ALONE = new Set([
  '--all',
  '--with-dependants',
  '--insecure',
  '--take-over-project',
  '--allow-empty',
  '--keep-objects',
  '--no-wait',
  '--rollback-on-failure',
]);

/**
 * Returns the command line that applies what this command line shows. It has all flags that shape and run the plan, without flags
 * that only change the output. Undefined for a saved plan, which has the flags of another command line, and for commands that import or
 * forget a resource, because an apply would do more.
 */
export function applyCommand(argv: readonly string[]): readonly string[] | undefined {
  const end = argv.indexOf('--');
  const typed = end < 0 ? argv : argv.slice(0, end);
  const [command = '', ...more] = wordsIn(typed);
  const isSaved = command === 'apply' && more.length > 0;
  const isPromotion = command === 'promote';
  const showsSaved = !isPromotion && typed.some((word) => word === '--from' || word.startsWith('--from='));
  const isOther = command === 'resource' || (command === 'shared' && more[0] !== 'apply');
  if (isSaved || showsSaved || isOther) return undefined;
  const kept = typed.flatMap((word, i) => {
    // For other commands it selects released stacks, not those of the files.
    if (SELECTS.has(word.split('=', 1)[0] ?? '') && !OF_FILES.has(command)) return [];
    if (/^(?:-l|--selector)/.test(word) && !OF_WORKSPACES.has(command)) return [];
    if (ALONE.has(word) || WITH_VALUE.has(word.split('=', 1)[0] ?? '')) {
      const next = typed[i + 1];
      return WITH_VALUE.has(word) && next !== undefined ? [word, next] : [word];
    }
    // `-wprod`
    return /^-[Cswl][^=]/.test(word) ? [word] : [];
  });
  return ['gantry', ...(COMMANDS[command] ?? ['apply']), ...(isPromotion ? more : []), ...kept];
}

/** The commands that apply by themselves what they show; all others show what `apply` would do. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  destroy: ['destroy'],
  // The command of the group that makes a plan.
  release: ['release', 'rollback'],
  promote: ['promote'],
  shared: ['shared', 'apply'],
};

/** The command and its arguments. Flags may precede them, and a stack may be called `destroy`. */
const wordsIn = (typed: readonly string[]): readonly string[] =>
  typed.filter((word, i) => {
    const before = typed[i - 1] ?? '';
    return !word.startsWith('-') && !WITH_VALUE.has(before) && !SHOWS_WITH_VALUE.has(before);
  });
