/** Commands of Gantry by the words of kubectl, Helm, Terraform, Argo CD and kapp, which are too different for a spelling suggestion. */
const COMMANDS: Readonly<Record<string, string>> = {
  plan: 'preview',
  template: 'build',
  generate: 'build',
  deploy: 'apply',
  install: 'chart add',
  pull: 'chart vendor',
  search: 'chart search',
  lint: 'validate',
  upgrade: 'apply',
  sync: 'apply',
  delete: 'destroy',
  uninstall: 'destroy',
  rollback: 'release rollback',
  undo: 'release rollback',
  history: 'release list',
  unlock: 'release unlock',
  list: 'release list',
  ls: 'release list',
  get: 'resource list',
  state: 'resource list',
  outputs: 'output',
  describe: 'why',
  use: 'workspace switch',
};

const DEPENDENCY =
  'Gantry builds the dependencies of a chart itself. To keep charts in the project, use "gantry chart vendor".';

/** The hints for words of Helm that have more than one meaning here. */
const HINTS: Readonly<Record<string, string>> = {
  install: 'Use "gantry chart add" for a chart, or "gantry apply" for a stack.',
  helm: 'A chart is a source of a stack: add it with "gantry chart add", then use "gantry preview" and "gantry apply".',
  show: 'Use "gantry chart show" for a chart, or "gantry release show" for a release.',
  dependency: DEPENDENCY,
  repo: 'Name repositories under `charts.repositories` in project.yaml. Search them with "gantry chart search".',
};

const LISTS = 'Use "gantry chart outdated" for the charts of the stacks, or "gantry release list" for the releases.';

/** The hints for words of Helm after `gantry chart`. */
const CHART_HINTS: Readonly<Record<string, string>> = {
  template: 'Use "gantry build".',
  lint: 'Use "gantry validate".',
  list: LISTS,
  ls: LISTS,
  upgrade:
    'Try the version with "gantry preview --chart NAME=VERSION", write it to stack.yaml, and use "gantry apply".',
  uninstall:
    'Remove the source from stack.yaml and use "gantry apply", or delete the whole stack with "gantry destroy".',
  dependency: DEPENDENCY,
  repo: 'Name repositories under `charts.repositories` in project.yaml.',
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
  if (before === 'chart' && Object.hasOwn(CHART_HINTS, word)) return CHART_HINTS[word];
  const command = commandOfOtherTool(word, isInGroup ? before : undefined);
  return command && `Use "gantry ${command}".`;
}

/** Returns the command for a word. In a group, returns only commands of that group: `resource delete` does not lead to `destroy`. */
function commandOfOtherTool(word: string, group: string | undefined): string | undefined {
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  return group === undefined || command?.startsWith(`${group} `) === true ? command : undefined;
}
