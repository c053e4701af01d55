import {findStack, type StackLocation} from '../../config/find-project.ts';
import {originOfFile} from '../../config/origin-of-file.ts';
import {readImages, splitFlag} from '../../config/variation/read-images.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Release} from '../../core/release/release.ts';
import {parseImage, replaceImage} from '../../core/variation/image-ref.ts';
import {
  keyOfContainer,
  type PinnedImages,
  type PromotedImages,
  promotedImages,
  type ResourceImage,
} from '../../core/variation/promoted-images.ts';
import {alignNamespaces} from '../../kubernetes/release/align-namespaces.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import type {Deps} from '../deps.ts';
import {loadForPlan} from '../plan/load-for-plan.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {valuesOf} from '../workspace/workspace-values.ts';
import {goodRelease} from './good-release.ts';
import {pinnedImages, releaseImages} from './release-images.ts';

/** A request for the images of another workspace: `--images-from WS[:REVISION]`. */
export type ImagesFrom = StackRequest & {
  /** The workspace, or a revision of it: `staging`, `staging:4`. */
  readonly from: string;
  readonly specFile?: string | undefined;
  /** `--image NAME=REF`, which have priority. */
  readonly images?: readonly string[] | undefined;
  /** True if charts and modules are in the versions of the release, too. */
  readonly isPromotion?: true;
};

/** Images of a release for the workspace of a run. */
export type FoundImages = {
  /** In the form of `--image NAME=REF`, together with those of the request. */
  readonly images: readonly string[];
  readonly release: Release;
  /** The workspace of the release, as the request names it. */
  readonly workspace: string;
  /** The images that stack.yaml does not set for the workspace of the run. */
  readonly unrecorded: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Returns the images of the last successful release of another workspace, or of one revision of it, by digest where its containers run. Images are
 * matched by resource and container. The names of the namespaces may differ. Charts see the cluster of the workspace of the run.
 * @throws GantryError release/not-found, workspace/not-found, input/usage if one image name has several images there
 */
export async function imagesFrom(request: ImagesFrom, deps: Deps): Promise<FoundImages> {
  const {directory, stack, workspace: _, from, specFile} = request;
  const location = await findStack({directory: directory ?? deps.cwd, stack});
  const [workspace, revision] = splitRevision(from);
  const place = {...defined({directory, stack}), workspace};
  const {release, workspace: name} = await goodRelease({...place, revision}, location, deps);
  const pinned = await pinnedImages(release, place, {...deps, backend: once(() => deps.backendFor(place))});
  const to = await chooseWorkspace({request, location}, deps);
  const {images: _own, ...bare} = location.stack;
  const {loaded} = await loadForPlan(
    {
      location: {...location, stack: bare},
      chosen: to,
      specFile,
      ...(request.isPromotion && defined({released: release.sources})),
    },
    deps,
  );
  const released = aligned(release, pinned.images, loaded.namespace);
  const given = request.images ?? [];
  const taken = new Set(given.map((flag) => splitFlag(flag)[0]));
  const manifests = releaseImages({spec: loaded.resources});
  const promoted = promotedImages(manifests, released);
  const own = new Set(manifests.filter(({image}) => taken.has(parseImage(image).name)).map(keyOfContainer));
  // The user has chosen this image, so the release may have several images with this name.
  const chosen = new Set(released.filter((one) => own.has(keyOfContainer(one))).map(({image}) => image));
  refuseConflicts(
    {conflicts: promoted.conflicts.filter((one) => !taken.has(one.name))},
    {ambiguous: pinned.ambiguous.filter((image) => !chosen.has(image))},
    name,
  );
  const images = [...promoted.images].filter(([image]) => !taken.has(image)).map(([image, ref]) => `${image}=${ref}`);
  const written = ownImages(manifests, location, to);
  return {
    images: [...images, ...given],
    release,
    workspace,
    unrecorded: images.filter((flag) => written.get(splitFlag(flag)[0]) !== splitFlag(flag)[1]),
    diagnostics: notes(promoted, pinned, {from: name, to: to.name}),
  };
}

/** Returns the images that the files set for a workspace, by the names in the manifests. */
function ownImages(
  manifests: readonly ResourceImage[],
  {stack}: StackLocation,
  workspace: ChosenWorkspace,
): ReadonlyMap<string, string> {
  const stackOrigin = once(() => originOfFile(stack.file));
  const {images} = readImages({written: stack.images, flags: [], workspace: valuesOf(workspace), stackOrigin});
  return new Map(
    manifests.map(({image}) => {
      const written = parseImage(image);
      const change = images.get(written.name);
      return [written.name, change === undefined ? image : replaceImage(written, change.ref)];
    }),
  );
}

/** Splits `staging:4` into the workspace and the revision. A path of a workspace file may contain colons. */
function splitRevision(text: string): readonly [string, number | undefined] {
  const [, workspace, revision] = /^(.+):(\d+)$/.exec(text) ?? [];
  return workspace === undefined ? [text, undefined] : [workspace, Number(revision)];
}

/** Returns the images by the ids that their resources have in the other namespace. */
function aligned(
  {namespace, spec}: Release,
  images: readonly ResourceImage[],
  to: string | undefined,
): readonly ResourceImage[] {
  if (namespace === undefined || to === undefined) return images;
  const moved = alignNamespaces(spec, {from: namespace, to});
  const ids = new Map(spec.map(({id}, index) => [id, moved[index]?.id ?? id]));
  return images.map((one) => ({...one, id: ids.get(one.id) ?? one.id}));
}

function refuseConflicts(
  {conflicts: [first]}: Pick<PromotedImages, 'conflicts'>,
  {ambiguous}: Pick<PinnedImages, 'ambiguous'>,
  workspace: string,
): void {
  if (first !== undefined)
    throw new GantryError({
      code: 'input/usage',
      message: `${workspace} uses several images for ${first.name}: ${first.images.join(', ')}`,
      hint: `Choose one with --image ${first.name}=REF.`,
    });
  if (ambiguous.length === 0) return;
  throw new GantryError({
    code: 'input/usage',
    message: `containers in ${workspace} run different contents of ${ambiguous.join(', ')}: the tag was moved`,
    hint: `Apply ${workspace} with an image by digest (NAME@sha256:…), then try again.`,
  });
}

function notes(
  {missing}: PromotedImages,
  {unpinned}: PinnedImages,
  {from, to}: {readonly from: string; readonly to: string},
): readonly Diagnostic[] {
  const kept = [...new Set(missing.map(({image}) => image))];
  const tags: Diagnostic = {
    severity: 'warning',
    code: 'image/no-digest',
    message: `no digest is known for ${unpinned.join(', ')} of ${from}: the tag may lead to other content in ${to}`,
  };
  const own: Diagnostic = {
    severity: 'note',
    code: 'image/not-released',
    message: `${to} keeps its own image for ${kept.join(', ')}: the release of ${from} has no such container`,
  };
  return [...(unpinned.length === 0 ? [] : [tags]), ...(kept.length === 0 ? [] : [own])];
}
