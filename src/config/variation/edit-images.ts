import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import {editYaml} from '../yaml/edit-yaml.ts';
import {EVERY_WORKSPACE, type StackImages} from './image-model.ts';

/** An image to set: its name, as the manifests write it, and its replacement. */
export type ImageEdit = {readonly name: string; readonly ref: string};

/** A changed image. `path`: the keys in stack.yaml. `before` is absent for a new one. */
export type EditedImage = ImageEdit & {readonly path: readonly string[]; readonly before?: string};

/** The text of stack.yaml with other images, and the changes. */
export type EditedImages = {readonly text: string; readonly images: readonly EditedImage[]};

/**
 * Sets images in the text of stack.yaml and keeps its comments.
 * @param workspace the workspace whose images are set. Absent: those of every workspace
 * @throws GantryError input/usage if the name of an image and the name of a workspace would share a key
 */
export function editImages(
  text: string,
  {
    images,
    edits,
    workspace,
  }: {
    readonly images: StackImages | undefined;
    readonly edits: readonly ImageEdit[];
    readonly workspace: string | undefined;
  },
): EditedImages {
  const edited = edits.map(({name, ref}): EditedImage => {
    const path = pathOf(name, images ?? {}, workspace);
    return {name, ref, path, ...defined({before: textAt(images ?? {}, path)})};
  });
  return {
    text: editYaml(
      text,
      edited.map(({path, ref}) => ({path: ['images', ...path], value: ref})),
    ),
    images: edited,
  };
}

function pathOf(name: string, images: StackImages, workspace: string | undefined): readonly string[] {
  if (workspace !== undefined) {
    if (typeof images[workspace] !== 'string') return [workspace, name];
    throw new GantryError({
      code: 'input/usage',
      message: `the workspace ${workspace} cannot have images of its own: \`images.${workspace}\` is the image ${workspace} of every workspace`,
      hint: `Move that image below \`'${EVERY_WORKSPACE}'\` in stack.yaml.`,
    });
  }
  const common = images[EVERY_WORKSPACE];
  const isBelow = typeof common === 'object' && common !== null && Object.hasOwn(common, name);
  // A mapping under the name of the image belongs to the workspace with that name.
  return isBelow || typeof images[name] === 'object' ? [EVERY_WORKSPACE, name] : [name];
}

function textAt(images: StackImages, [first = '', second]: readonly string[]): string | undefined {
  const value = Object.hasOwn(images, first) ? images[first] : undefined;
  if (second === undefined) return typeof value === 'string' ? value : undefined;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, second) ? value[second] : undefined;
}
