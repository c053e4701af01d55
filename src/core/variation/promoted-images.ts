import {parseImage} from './image-ref.ts';

/** The image of one container of a resource. */
export type ResourceImage = {readonly id: string; readonly container: string; readonly image: string};

/** An image of a container, as its node reports it. `imageID` ends with the digest. */
export type RunningImage = ResourceImage & {readonly imageID: string};

/** The images of a release for another workspace: one for each image name of the manifests. */
export type PromotedImages = {
  readonly images: ReadonlyMap<string, string>;
  /** Names that the release uses with several images. */
  readonly conflicts: readonly {readonly name: string; readonly images: readonly string[]}[];
  /** Containers of the manifests that the release does not have. */
  readonly missing: readonly ResourceImage[];
};

/** Maps the images of a release to the names in the manifests, by the id of the resource and the name of the container. */
export function promotedImages(
  manifests: readonly ResourceImage[],
  released: readonly ResourceImage[],
): PromotedImages {
  const known = new Map(released.map((one) => [keyOfContainer(one), one.image]));
  const wanted = manifests.flatMap((one) => {
    const image = known.get(keyOfContainer(one));
    return image === undefined ? [] : [{name: parseImage(one.image).name, image}];
  });
  const byName = [...Map.groupBy(wanted, ({name}) => name)].map(([name, all]) => ({
    name,
    images: [...new Set(all.map(({image}) => image))].toSorted(),
  }));
  return {
    images: new Map(
      byName.flatMap(({name, images: [image, ...others]}) =>
        image === undefined || others.length > 0 ? [] : [[name, image] as const],
      ),
    ),
    conflicts: byName.filter(({images}) => images.length > 1),
    missing: manifests.filter((one) => !known.has(keyOfContainer(one))),
  };
}

/** The images of a release with their digests, as far as they are known. */
export type PinnedImages = {
  readonly images: readonly ResourceImage[];
  /** Images without a digest, because no container runs them. */
  readonly unpinned: readonly string[];
  /** Images whose containers run different contents. */
  readonly ambiguous: readonly string[];
};

/** Adds to each image the digest that its containers run. An image that is written with a digest is unchanged. */
export function pinImages(images: readonly ResourceImage[], running: readonly RunningImage[]): PinnedImages {
  const own = new Set(images.map(keyOfContainer));
  const digests = Map.groupBy(
    running.filter((one) => own.has(keyOfContainer(one))),
    ({image}) => image,
  );
  const pinned = images.map((one) => {
    if (parseImage(one.image).digest !== undefined) return {one, found: []};
    // A container without pods (a CronJob before its first run) gets the digest of another one with the same image.
    const found = (digests.get(one.image) ?? []).flatMap(({imageID}) => digestIn(imageID));
    return {one, found: [...new Set(found)]};
  });
  const without = pinned.filter(({one, found}) => parseImage(one.image).digest === undefined && found.length === 0);
  return {
    images: pinned.map(({one, found: [digest, ...others]}) =>
      digest === undefined || others.length > 0 ? one : {...one, image: `${one.image}@${digest}`},
    ),
    unpinned: [...new Set(without.map(({one}) => one.image))].toSorted(),
    ambiguous: [...new Set(pinned.filter(({found}) => found.length > 1).map(({one}) => one.image))].toSorted(),
  };
}

/** Returns the key of a container. */
export const keyOfContainer = ({id, container}: Pick<ResourceImage, 'id' | 'container'>): string =>
  JSON.stringify([id, container]);

/** Returns the digest of an image ID: `docker.io/library/nginx@sha256:…`. Other forms name an image of the node only. */
const digestIn = (imageID: string): readonly string[] => /@(sha256:[0-9a-f]{64})$/.exec(imageID)?.slice(1) ?? [];
