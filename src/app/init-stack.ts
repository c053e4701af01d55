import {basename, resolve} from 'node:path';
import {manifestGlob} from '../config/init/manifest-glob.ts';
import {applicationFiles} from '../config/init/sample-application.ts';
import {projectText, sampleFiles} from '../config/init/sample-stack.ts';
import {type NewFile, writeNewFiles} from '../config/init/write-new-files.ts';
import {shownPath} from '../config/read-text.ts';
import {projectDirectory} from '../config/stack-search.ts';
import type {Deps} from './deps.ts';

/** Request of `gantry init`. */
export type InitRequest = {
  /** `-C`; default the current directory. */
  readonly directory?: string | undefined;
  /** `--from DIR`: creates a stack from the manifests in that directory. */
  readonly from?: string | undefined;
  /** `--app`: creates an application file in place of manifests. */
  readonly app?: boolean | undefined;
};

/**
 * Creates a stack without prompts: a sample, or a stack of existing manifests. Overwrites no file.
 * @throws GantryError `input/invalid` when a file exists or `from` holds no manifests.
 */
export async function initStack(
  {directory, from, app = false}: InitRequest,
  {cwd}: Pick<Deps, 'cwd'>,
): Promise<{readonly created: readonly string[]}> {
  const base = resolve(cwd, directory ?? '.');
  const name = nameFor(base);
  const namespace = namespaceFor(name);
  const sample = () => (app ? applicationSample(name, namespace) : sampleFiles(name, namespace));
  const files = from === undefined ? await sample() : stackFrom(base, from, name);
  const hasProject = projectDirectory(base) !== undefined;
  const missing = hasProject ? files.filter(({path}) => path !== 'project.yaml') : files;
  return {created: writeNewFiles(base, missing).map(shownPath)};
}

/** The models of all files are loaded only for an application. */
async function applicationSample(name: string, namespace: string): Promise<readonly NewFile[]> {
  const {editorSchema} = await import('../config/application/editor-schema.ts');
  return applicationFiles(name, namespace, editorSchema(new Map()));
}

const stackFrom = (base: string, from: string, name: string): readonly NewFile[] => [
  {path: 'project.yaml', text: projectText(name)},
  {
    path: 'stack.yaml',
    text: `# A stack is what is built and applied together.
name: ${name}
# namespace: ${namespaceFor(name)}    # set on objects that have none
sources:
  - manifests: ${JSON.stringify(manifestGlob({base, from}))}
`,
  },
];

/** Returns the name of the directory, changed to be valid as the name of a project. */
function nameFor(directory: string): string {
  const name = basename(directory)
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[^A-Za-z0-9_]+/, '')
    .slice(0, 100);
  return name === '' ? 'app' : name;
}

function namespaceFor(name: string): string {
  const namespace = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|(?<!-)-+$/g, '');
  return namespace === '' ? 'app' : namespace;
}
