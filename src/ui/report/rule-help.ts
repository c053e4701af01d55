/** The subject of a code and the way to fix it, for reports that list their rules and for the reference. */
export type RuleHelp = {readonly what: string; readonly help: string};

/** Help texts by the first part of a code. A new code of an area gets the text of its area. */
export const AREAS: Readonly<Record<string, RuleHelp>> = {
  added: {
    what: 'A field that somebody added to a live object',
    help: 'Take it over in the files, remove it with --revert-added, or leave it to others with "ignore".',
  },
  apply: {what: 'A run that was not completed', help: 'Fix the cause and apply again: it makes the other changes.'},
  backend: {
    what: 'The backend, which stores releases and locks',
    help: 'See which backend is used with "gantry config list"; check that it can be reached and written.',
  },
  bug: {what: 'An unexpected error', help: 'Please report it with the printed text.'},
  cancelled: {what: 'A run that was interrupted', help: 'Run it again: it continues where it stopped.'},
  cluster: {
    what: 'The cluster, or the connection to it',
    help: 'Run "gantry workspace explain" to see which kubeconfig and which cluster are used, and why.',
  },
  config: {
    what: 'A field of a Gantry file (stack, project, workspace)',
    help: 'Follow the schema of the file. Editors can use the schemas in the directory schemas/.',
  },
  consent: {
    what: 'A list of what a pipeline allows, and the keys that sign it',
    help: 'Sign the list with a key of GANTRY_ALLOW_KEYS. Each line of that variable or file is a public key.',
  },
  context: {
    what: 'The context of a workspace: its cluster and its values',
    help: 'Run "gantry workspace explain" to see where each value comes from.',
  },
  credential: {what: 'A rejected or expired credential', help: 'Log in again, or give the pipeline a new credential.'},
  drift: {
    what: 'An object that was changed after the last release',
    help: 'Undo the change with "gantry apply --revision current", or take it over into the files.',
  },
  file: {what: 'A file that cannot be read', help: 'Check its path, its permissions and its encoding (UTF-8).'},
  forget: {what: 'An object that leaves its stack', help: 'Remove it from the files, or the next apply adds it again.'},
  forward: {what: 'A forwarded port', help: 'Choose a port of the Service, and a free local port.'},
  health: {
    what: 'A rule for when a resource is ready',
    help: 'Correct the expression or the selector in stack.yaml or the workspace.',
  },
  identity: {
    what: 'A login at the identity provider of a workspace',
    help: 'The message quotes the provider. To log in again, run "gantry login".',
  },
  ignore: {what: 'A field that is left to other managers', help: 'Correct the path, or remove the rule.'},
  image: {what: 'An image that a flag or a file sets', help: 'Use the image name of the manifests, without the tag.'},
  import: {what: 'A live object that is imported into a stack', help: 'Do what its line says, then import it again.'},
  input: {what: 'Invalid files or flags', help: 'Correct the named places. "gantry validate" finds all of them.'},
  kubeconfig: {
    what: 'A kubeconfig file that other programs read',
    help: 'Fix the file, or print a separate kubeconfig with "gantry kubeconfig --print".',
  },
  manifest: {
    what: 'A manifest',
    help: 'Each document is one Kubernetes object with apiVersion, kind and metadata.name.',
  },
  moved: {what: 'An object with a new name or place', help: 'Correct "moved" in stack.yaml.'},
  object: {
    what: 'An answer of the cluster about an object',
    help: 'Correct the object in its file. For details, run "gantry why ID" or "gantry logs ID".',
  },
  order: {what: 'The order of resources', help: 'Correct the named dependency.'},
  patch: {
    what: 'A patch of a stack',
    help: 'Correct its target or its content: a patch that matches nothing changes nothing.',
  },
  permission: {
    what: 'A missing permission in the cluster',
    help: 'Grant the named rules to the identity of the workspace, or leave the object out.',
  },
  plan: {
    what: 'A change that a person should review',
    help: 'Permit it with the named flag, or take over the live values into the files.',
  },
  policy: {
    what: 'A rule of the policy of a workspace',
    help: 'Correct the files, or add a waiver with a reason and an end to the workspace.',
  },
  program: {
    what: 'A program to run in a workspace',
    help: 'Install it, or correct its name. $GANTRY_HOME/run must be writable.',
  },
  quota: {what: 'A quota of the namespace', help: 'Request less, or ask for a larger quota.'},
  reference: {
    what: 'A reference to another resource, a secret or a value',
    help: 'Correct the name, or the id or the path in ${…}.',
  },
  release: {what: 'The record of what was applied', help: 'Run "gantry release list" to see the releases.'},
  removal: {what: 'A deletion that cascades', help: 'Check what it would also delete before you permit it.'},
  shared: {what: 'A shared resource', help: 'Run "gantry shared list" to see the shared resources and their users.'},
  resource: {what: 'A resource of a stack', help: 'Run "gantry resource list" to see all resources.'},
  sandbox: {
    what: 'A sandbox, the built-in Kubernetes API server',
    help: 'Run "gantry sandbox status" to see the sandboxes, and the processes that serve them.',
  },
  secret: {what: 'The value of a secret', help: 'Check the store and the reference; values are never shown.'},
  selection: {what: 'The selected part of a stack', help: 'Correct --target or --exclude.'},
  source: {what: 'A source of a stack', help: 'Correct "sources" in stack.yaml.'},
  spec: {what: 'A spec file', help: "Use the format of Kusion's spec: resources with id, type and attributes."},
  stack: {what: 'A stack', help: 'Select one with -s, or change to its directory.'},
  status: {
    what: 'An object that is not ready',
    help: 'See "gantry status" for the cause, and "gantry logs ID" for logs.',
  },
  wait: {what: 'Objects that are not ready in time', help: 'Run "gantry status" to see what is wrong.'},
  terraform: {
    what: 'Terraform resources that could not be planned or applied',
    help: 'Read what Terraform or the provider said, and correct the resource, its keys or the program.',
  },
  untrusted: {
    what: 'An action that untrusted mode refuses',
    help: 'If the base commit is missing, fetch it. Run other commands from a trusted branch.',
  },
  workspace: {what: 'A workspace', help: 'Run "gantry workspace list" to see the workspaces.'},
  yaml: {what: 'The syntax of a YAML or JSON file', help: 'Correct the named place.'},
};

const OTHER: RuleHelp = {what: 'A remark', help: 'Do what the text says.'};

/** Returns the help of a code's area (the part before the slash), a general one for unknown areas. */
export const helpFor = (code: string): RuleHelp => AREAS[code.split('/')[0] ?? ''] ?? OTHER;
