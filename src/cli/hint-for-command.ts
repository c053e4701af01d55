/** Commands of Gantry by the words of kubectl, Helm, Terraform, Argo CD and kapp, which are too different for a spelling suggestion. */
const COMMANDS: Readonly<Record<string, string>> = {
  plan: 'preview',
  template: 'build',
  generate: 'build',
  deploy: 'apply',
  install: 'chart add',
  pull: 'chart vendor',
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

/** The hints for words of Helm that have more than one meaning here. */
const HINTS: Readonly<Record<string, string>> = {
  install: 'Use "gantry chart add" for a chart, or "gantry apply" for a stack.',
  repo: 'Name repositories under `charts.repositories` in project.yaml. Search them with "gantry chart search".',
};

/** The first words of commands that have a second one. */
const GROUPS = new Set([
  'workspace',
  'ws',
  'release',
  'resource',
  'backend',
  'sandbox',
  'set',
  'config',
  'import',
  'chart',
]);

/** Returns the hint for a command of another tool, or undefined. @param before the word before it in the command line */
export function hintForCommand(word: string, before: string | undefined): string | undefined {
  const isInGroup = before !== undefined && GROUPS.has(before);
  if (!isInGroup && Object.hasOwn(HINTS, word)) return HINTS[word];
  const command = commandOfOtherTool(word, isInGroup ? before : undefined);
  return command && `Use "gantry ${command}".`;
}

/** Returns the command for a word. In a group, returns only commands of that group: `resource delete` does not lead to `destroy`. */
function commandOfOtherTool(word: string, group: string | undefined): string | undefined {
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  return group === undefined || command?.startsWith(`${group} `) === true ? command : undefined;
}
