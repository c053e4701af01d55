/** Commands of Gantry by the words of kubectl, Helm, Terraform, Argo CD and kapp, which are too different for a spelling suggestion. */
const COMMANDS: Readonly<Record<string, string>> = {
  plan: 'preview',
  template: 'build',
  generate: 'build',
  deploy: 'apply',
  install: 'apply',
  upgrade: 'apply',
  sync: 'apply',
  delete: 'destroy',
  uninstall: 'destroy',
  rollback: 'release rollback',
  undo: 'release rollback',
  history: 'release list',
  unlock: 'release unlock',
  list: 'release list',
  get: 'resource list',
  state: 'resource list',
  describe: 'why',
  use: 'workspace switch',
};

/** The first words of commands that have a second one. */
const GROUPS = new Set(['workspace', 'ws', 'release', 'resource', 'backend', 'sandbox', 'set', 'config', 'import']);

/**
 * Returns the command for a word of another tool. In a group, returns only commands of that group: `resource delete` does not lead to `destroy`.
 * @param before the word before it in the command line
 */
export function commandOfOtherTool(word: string, before: string | undefined): string | undefined {
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (before === undefined || !GROUPS.has(before)) return command;
  return command?.startsWith(`${before} `) === true ? command : undefined;
}
