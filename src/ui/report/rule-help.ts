/** What a code is about, and what to do about it: for reports that list their rules, and for the reference. */
export type RuleHelp = {readonly what: string; readonly help: string};

/** By the first part of a code: what is new in an area is explained from its first day on. */
export const AREAS: Readonly<Record<string, RuleHelp>> = {
  added: {
    what: 'A field that somebody added to a live object',
    help: 'Take it over in the files, remove it with --revert-added, or leave it to others with "ignore".',
  },
  apply: {what: 'A run that was not done as a whole', help: 'Repair the cause and apply again: it does only the rest.'},
  backend: {
    what: 'The backend, where releases and locks are kept',
    help: '"gantry config" and --backend say which one is used; check that it can be reached and written.',
  },
  bug: {what: 'Something that must not happen', help: 'Please report it with what was printed.'},
  cancelled: {what: 'A run that was interrupted', help: 'Run it again: it goes on from what is there.'},
  cluster: {
    what: 'The cluster, or the way to it',
    help: '"gantry workspace explain" shows which kubeconfig leads to which cluster, and why.',
  },
  config: {
    what: 'A field of a Gantry file (stack, project, workspace)',
    help: 'Write what the schema of the file says; editors know it from the directory schemas/.',
  },
  consent: {
    what: 'A list of what a pipeline allows, and the keys that sign it',
    help: 'Sign the list with a key of GANTRY_ALLOW_KEYS; each line of that variable or file is a public key.',
  },
  context: {
    what: 'The context of a workspace: the cluster and the values that it gives',
    help: '"gantry workspace explain" shows where each value comes from.',
  },
  credential: {what: 'A credential that is refused or too old', help: 'Log in again, or give the pipeline a new one.'},
  drift: {
    what: 'An object that is not as the last release left it',
    help: '"gantry apply --revision current" puts it back; take what shall stay over into the files.',
  },
  file: {what: 'A file that cannot be read', help: 'Check its path, its rights and that it is UTF-8.'},
  forget: {what: 'An object that leaves its stack', help: 'Take it out of the files too, or it comes back.'},
  forward: {what: 'A forwarded port', help: 'Choose a port that the Service has, and a local one that is free.'},
  health: {
    what: 'A rule that says when a resource is ready',
    help: 'Correct the expression or the selector in stack.yaml or the workspace.',
  },
  identity: {
    what: 'A login at the identity provider of a workspace',
    help: 'The line names what the provider said; a login is repeated with "gantry login".',
  },
  ignore: {what: 'A field that is left to others', help: 'Correct the path, or take the rule out.'},
  image: {what: 'An image that a flag or a file sets', help: 'Name it as the manifests do, without its tag.'},
  import: {what: 'A live object that is to join a stack', help: 'Do what its line says, then import it again.'},
  input: {
    what: 'Files or flags that are wrong',
    help: 'Correct what is named; "gantry validate" finds all of it at once.',
  },
  kubeconfig: {
    what: 'A kubeconfig of yours that other programs read',
    help: 'Mend the file, or have Gantry print its part with "gantry kubeconfig --print".',
  },
  manifest: {
    what: 'A manifest',
    help: 'Each document is one Kubernetes object with apiVersion, kind and metadata.name.',
  },
  moved: {what: 'An object with a new name or place', help: 'Correct "moved" in stack.yaml.'},
  object: {
    what: 'What the cluster says of an object',
    help: 'Correct the object in its file; "gantry why ID" and "gantry logs ID" tell more of what runs.',
  },
  order: {what: 'The order of resources', help: 'Correct the dependency that is named.'},
  patch: {
    what: 'A patch of a stack',
    help: 'Correct its target or its content: a patch that matches nothing changes nothing.',
  },
  permission: {
    what: 'A right that is missing in the cluster',
    help: 'Give the identity of the workspace the rules that are named, or leave the object out.',
  },
  plan: {
    what: 'A change that a person should look at',
    help: 'Permit it with the flag that is named, or take over in the files what the cluster has.',
  },
  program: {
    what: 'A program that was to run in a workspace',
    help: 'Install it, or correct its name; $GANTRY_HOME/run must be writable.',
  },
  quota: {what: 'A quota of the namespace', help: 'Ask for less, or for a larger quota.'},
  reference: {
    what: 'A reference to another resource, a secret or a value',
    help: 'Correct the id or the path in ${…}.',
  },
  release: {what: 'The record of what was applied', help: '"gantry release list" shows it.'},
  removal: {what: 'A deletion that takes more along', help: 'Look at what goes with it before you permit it.'},
  resource: {what: 'A resource of a stack', help: '"gantry resource list" shows all of them.'},
  sandbox: {
    what: 'A cluster that Gantry itself is',
    help: '"gantry sandbox status" shows what there is, and who serves it.',
  },
  secret: {what: 'The value of a secret', help: 'Check the store and the reference; values are never shown.'},
  selection: {what: 'A part of a stack that was chosen', help: 'Correct --target or --exclude.'},
  source: {what: 'A source of a stack', help: 'Correct "sources" in stack.yaml.'},
  spec: {what: 'A spec file', help: "Write it in the shape of Kusion's spec: resources with id, type and attributes."},
  stack: {what: 'A stack', help: 'Name one with -s, or go to its directory.'},
  status: {what: 'An object that is not ready', help: '"gantry status" shows the cause, "gantry logs ID" its log.'},
  wait: {what: 'Objects that are not ready in time', help: '"gantry status" shows what is wrong.'},
  untrusted: {
    what: 'What untrusted mode does not do for the files of a stranger',
    help: 'Fetch the base commit where it is missing; do the rest from a branch that is trusted.',
  },
  workspace: {what: 'A workspace', help: '"gantry workspace list" shows those that are known.'},
  yaml: {what: 'The syntax of a YAML or JSON file', help: 'Correct the place that is named.'},
};

const OTHER: RuleHelp = {what: 'A remark', help: 'Do what its text says.'};

/** Returns the help of a code's area (the part before the slash), a general one for unknown areas. */
export const helpFor = (code: string): RuleHelp => AREAS[code.split('/')[0] ?? ''] ?? OTHER;
