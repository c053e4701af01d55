import {realpath} from 'node:fs/promises';
import {findStack, type StackLocation} from '../config/find-project.ts';
import {pathText} from '../config/issues/path-text.ts';
import {listWorkspaceFiles} from '../config/list-workspace-files.ts';
import {loadResources} from '../config/load-resources.ts';
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
 * Sets images in stack.yaml and keeps its comments. Nothing is written if an image is invalid, or if no container of the stack uses it.
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
  for (const values of places) await refuseWrong(changed, {images: edited.images, values}, deps);
  if (edited.text !== before) await writeWhole(await realpath(stack.file), edited.text);
  return {
    formatVersion: 1,
    project: project.name,
    stack: stack.name,
    ...defined({workspace: chosen?.name}),
    file: stack.file,
    images: edited.images.map((one) => ({...one, changed: one.before !== one.ref})),
    diagnostics: chosen === undefined ? edits.flatMap(({name}) => overriding(name, images)) : [],
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

/** Refuses images that no container uses, or whose `${context:KEY}` has no value. Other problems of the files are reported by the commands that need the resources. */
async function refuseWrong(location: StackLocation, {images, values}: Checked, tools: Deps): Promise<void> {
  try {
    await loadResources(location, {tools, ...defined({workspace: values})});
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid') throw error;
    const paths = images.map(({path}) => ['images', ...path]);
    const wrong = error.failure.diagnostics
      .filter(({message, path}) =>
        paths.some((own) => path === pathText(own) || message.startsWith(`${own.join('.')}: `)),
      )
      // These positions belong to the new text, which was not written.
      .map(({at: _, ...diagnostic}) => (values === undefined ? diagnostic : inWorkspace(diagnostic, values)));
    if (wrong.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: wrong});
  }
}

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
