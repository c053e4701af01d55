/** The commands of Gantry for the words of kubectl, Helm, Terraform, Argo CD and kapp, which no spelling leads to. */
const COMMANDS: Readonly<Record<string, string>> = {
  plan: 'preview',
  diff: 'preview',
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

/** Returns the command for a word of another tool. */
export const commandOfOtherTool = (word: string): string | undefined =>
  Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
