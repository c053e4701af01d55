import {realpath} from 'node:fs/promises';
import {findStack, type StackLocation} from '../config/find-project.ts';
import {pathText} from '../config/issues/path-text.ts';
import {listWorkspaceFiles} from '../config/list-workspace-files.ts';
import {type LoadOptions, loadResources} from '../config/load-resources.ts';
import {parseDocument} from '../config/parse-document.ts';
import {readText} from '../config/read-text.ts';
import {StackFile} from '../config/stack-file.ts';
import {type EditedImage, editImages, type ImageEdit} from '../config/variation/edit-images.ts';
import {imageInputProblem} from '../config/variation/image-model.ts';
import {splitFlag} from '../config/variation/read-images.ts';
import {writeWhole} from '../config/write-whole.ts';
import {type Diagnostic, isError} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import type {WorkspaceValues} from '../core/variation/expand-context.ts';
import {defined} from '../lib/defined.ts';
import type {Deps} from './deps.ts';
import type {StackRequest} from './plan/release-requests.ts';
import {chooseWorkspace} from './workspace/choose-workspace.ts';
import {buildValues} from './workspace/workspace-values.ts';

/** Request of `gantry set image NAME=REF…`. Only `-w` sets the workspace. Without the flag, the images are for every workspace. */
export type SetImages = StackRequest & {readonly images: readonly string[]};

/** The answer of `gantry set image`. */
export type ImagesSet = {
  readonly formatVersion: 1;
  readonly project: string;
  readonly stack: string;
  /** Absent: the images are for every workspace. */
  readonly workspace?: string;
  /** The absolute path of stack.yaml. */
  readonly file: string;
  readonly images: readonly (EditedImage & {readonly changed: boolean})[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Sets images in stack.yaml and keeps its comments. Nothing is written if an image is invalid, or if no container of the stack uses it. No
 * cluster is asked: a note names a source that cannot be read without it.
 * @throws GantryError input/usage, input/invalid, workspace/not-found
 */
export async function setImages({images: given, ...request}: SetImages, deps: Deps): Promise<ImagesSet> {
  const edits = given.map(readEdit);
  const location = await findStack({directory: request.directory ?? deps.cwd, stack: request.stack});
  const {stack, project} = location;
  const chosen = request.workspace === undefined ? undefined : await chooseWorkspace({request, location}, deps);
  const before = readText(stack.file).text ?? '';
  const edited = editImages(before, {images: stack.images, edits, workspace: chosen?.name});
  const images = imagesIn(edited.text, location);
  const places = chosen === undefined ? await projectWorkspaces(request, location, deps) : [buildValues(chosen, deps)];
  const changed = {...location, stack: {...stack, images}};
  const unchecked: Diagnostic[] = [];
  for (const values of places) unchecked.push(...(await checkImages(changed, {images: edited.images, values}, deps)));
  if (edited.text !== before) await writeWhole(await realpath(stack.file), edited.text);
  return {
    formatVersion: 1,
    project: project.name,
    stack: stack.name,
    ...defined({workspace: chosen?.name}),
    file: stack.file,
    images: edited.images.map((one) => ({...one, changed: one.before !== one.ref})),
    diagnostics: [
      ...new Map(unchecked.map((note) => [note.message, note])).values(),
      ...(chosen === undefined ? edits.flatMap(({name}) => overriding(name, images)) : []),
    ],
  };
}

function readEdit(given: string): ImageEdit {
  const [name, ref] = splitFlag(given);
  const problem =
    ref === undefined ? `${JSON.stringify(given)} is not in the form NAME=REF` : imageInputProblem(name, ref);
  if (problem === undefined && ref !== undefined) return {name, ref};
  const hint = 'Use the name of the image in the manifests, for example nginx=nginx:1.28 or nginx=:1.28.';
  throw new GantryError({code: 'input/usage', message: problem ?? given, hint});
}

/** Returns the images of the changed text, checked as those of any stack.yaml. */
function imagesIn(text: string, {stack}: StackLocation): NonNullable<StackLocation['stack']['images']> {
  const {value, diagnostics} = parseDocument(StackFile, text, stack.file);
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics});
  return value?.images ?? {};
}

/** Returns the workspaces of the project: an image for every workspace must be used in all of them. Those that cannot be read are left out. */
async function projectWorkspaces(
  request: StackRequest,
  location: StackLocation,
  deps: Deps,
): Promise<readonly (WorkspaceValues | undefined)[]> {
  const found: WorkspaceValues[] = [];
  for (const {name} of await listWorkspaceFiles(location.project.workspacesDir)) {
    try {
      found.push(buildValues(await chooseWorkspace({request: {...request, workspace: name}, location}, deps), deps));
    } catch (error) {
      if (!(error instanceof GantryError)) throw error;
    }
  }
  return found.length === 0 ? [undefined] : found;
}

type Checked = {readonly images: readonly EditedImage[]; readonly values: WorkspaceValues | undefined};

/**
 * Refuses images that no container uses, or whose `${context:KEY}` has no value. Returns a note for each image that a source may use which
 * cannot be read without the cluster. Other problems of the files are reported by the commands that need the resources.
 */
async function checkImages(
  location: StackLocation,
  {images, values}: Checked,
  tools: Deps,
): Promise<readonly Diagnostic[]> {
  const {found, isBuilt} = await problemsOf(location, {tools, ...defined({workspace: values})});
  const problems = images.map((image) => ({image, own: found.filter((one) => isAbout(one, image))}));
  const others = found.filter((one) => !problems.some(({own}) => own.includes(one)));
  const unread = others.find(isError) ?? others.find(({code}) => code === LOOKS_UP);
  const wrong = problems
    .flatMap(({own}) => own)
    .filter(({code}) => unread === undefined || code !== UNMATCHED)
    // These positions belong to the new text, which was not written.
    .map(({at: _, ...diagnostic}) => (values === undefined ? diagnostic : inWorkspace(diagnostic, values)));
  if (wrong.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: wrong});
  if (unread === undefined) return [];
  // The images are not compared with the containers if a source has an error.
  const isCompared = isBuilt || unread.code === LOOKS_UP;
  return problems.filter(({own}) => !isCompared || own.length > 0).map(({image}) => notChecked(image, unread));
}

const UNMATCHED = 'image/unmatched';
const LOOKS_UP = 'source/helm-look-up';

/** Returns the problems of the files, and those of the charts that cannot be rendered without the cluster. */
async function problemsOf(
  location: StackLocation,
  options: Pick<LoadOptions, 'tools' | 'workspace'>,
): Promise<{readonly found: readonly Diagnostic[]; readonly isBuilt: boolean}> {
  try {
    const loaded = await loadResources(location, {...options, allowEmpty: true, valuesSuffice: true});
    return {found: [...loaded.diagnostics, ...(loaded.ignored ?? [])], isBuilt: true};
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid') throw error;
    return {found: error.failure.diagnostics, isBuilt: false};
  }
}

const isAbout = ({message, path}: Diagnostic, image: EditedImage): boolean => {
  const own = ['images', ...image.path];
  return path === pathText(own) || message.startsWith(`${own.join('.')}: `);
};

const notChecked = ({name}: EditedImage, {at, code, message}: Diagnostic): Diagnostic => ({
  severity: 'note',
  code: 'image/not-checked',
  message: `it is not known whether a container uses ${name}, because ${
    code === LOOKS_UP
      ? 'a chart looks up objects, and this command asks no cluster'
      : `a source cannot be built: ${message}`
  }`,
  ...defined({at}),
  hint: 'Run "gantry preview" to check it.',
});

const inWorkspace = (diagnostic: Diagnostic, {name}: WorkspaceValues): Diagnostic => ({
  ...diagnostic,
  message: diagnostic.code.startsWith('image/') ? `${diagnostic.message} in the workspace ${name}` : diagnostic.message,
});

/** Returns a note for each workspace whose own image has priority over the new one. */
const overriding = (name: string, images: NonNullable<StackLocation['stack']['images']>): readonly Diagnostic[] =>
  Object.entries(images).flatMap(([workspace, own]): readonly Diagnostic[] =>
    typeof own !== 'object' || own === null || workspace === '*' || !Object.hasOwn(own, name)
      ? []
      : [
          {
            severity: 'note',
            code: 'image/overridden',
            message: `the workspace ${workspace} keeps its own image of ${name}: ${own[name] ?? ''}`,
            hint: `Change it with "gantry set image ${name}=REF -w ${workspace}".`,
          },
        ],
  );
