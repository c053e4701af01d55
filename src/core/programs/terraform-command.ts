/** A command of terraform: permitted, or refused with the command of Gantry in its place. */
export type TerraformCommand =
  | {readonly kind: 'read'}
  | {readonly kind: 'refused'; readonly name: string; readonly because: string; readonly hint: string};

/** The commands that only read a state and the versions of its providers. */
const READS: ReadonlySet<string> = new Set([
  'output',
  'providers',
  'providers schema',
  'show',
  'state list',
  'state show',
  'version',
]);

/** The hints for refused commands: the command of Gantry in their place. */
const INSTEAD: Readonly<Record<string, string>> = {
  apply: 'Run "gantry apply".',
  destroy: 'Run "gantry destroy".',
  'force-unlock': 'Run "gantry release unlock".',
  get: 'Gantry initializes the working directory itself.',
  graph: 'Run "gantry resource graph".',
  import:
    'Set the extension `kusionstack.io/import-id` of the resource, and run "gantry apply"; "gantry import terraform" takes over a whole state.',
  init: 'Gantry initializes the working directory itself.',
  plan: 'Run "gantry preview".',
  refresh: 'Run "gantry drift" to see what changed at the providers.',
  'state mv': 'Write `moved` in stack.yaml.',
  'state pull': 'Run "gantry terraform -- show -json", or "gantry backend backup" for a copy of the backend.',
  'state push': 'Run "gantry import terraform".',
  'state replace-provider': 'Change the extension `provider` of the resources.',
  'state rm': 'Run "gantry resource forget".',
  taint: 'Give the resource another id: it is created again.',
  untaint: 'Run "gantry apply": it replaces the resource.',
  validate: 'Run "gantry validate".',
  workspace: 'Pass -w, or write another workspace file.',
};

/** Groups, whose second word is a part of the name. */
const GROUPS: ReadonlySet<string> = new Set(['providers', 'state']);

/** Reports whether a command line of terraform only reads. Unknown commands are refused, because they may write. */
export function terraformCommand(args: readonly string[]): TerraformCommand {
  const [first = '', second] = args;
  const isLong = GROUPS.has(first) && second !== undefined && !second.startsWith('-');
  const name = isLong ? `${first} ${second}` : first;
  const rest = args.slice(isLong ? 2 : 1);
  if (!READS.has(name)) {
    const because = 'only commands that read the state are permitted';
    const known = [...READS].join(', ');
    return {kind: 'refused', name, because, hint: INSTEAD[name] ?? `Possible: ${known}.`};
  }
  const foreign = rest.find((one) => /^--?(?:state|chdir)(?:=|$)/.test(one));
  if (foreign === undefined) return {kind: 'read'};
  return {
    kind: 'refused',
    name: `${name} ${foreign.split('=')[0]}`,
    because: 'the command reads the state of the stack',
    hint: `Leave out ${foreign.split('=')[0]}.`,
  };
}
