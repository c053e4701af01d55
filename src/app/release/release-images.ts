import {type FailureCode, GantryError} from '../../core/failure/failure.ts';
import type {Release} from '../../core/release/release.ts';
import {kubernetesStates} from '../../core/release/resource-state.ts';
import {parseImage} from '../../core/variation/image-ref.ts';
import {type PinnedImages, pinImages, type ResourceImage} from '../../core/variation/promoted-images.ts';
import {containerImages} from '../../kubernetes/variation/container-images.ts';
import type {Deps} from '../deps.ts';
import {operateStack} from '../operate/operate-stack.ts';
import {runsPods} from '../operate/stack-logs.ts';
import type {StackRequest} from '../plan/release-requests.ts';

/** Returns the images of the containers in a release, by resource. */
export const releaseImages = ({spec}: Pick<Release, 'spec'>): readonly ResourceImage[] =>
  spec.flatMap(({id, attributes}) => containerImages(attributes).map((one) => ({id, ...one})));

/**
 * Returns the images of a release with the digests that its containers run now. The cluster is contacted only for images without a digest. If
 * it cannot be read, or runs another release, the images stay as they are written.
 * @throws GantryError cluster/other, workspace/not-allowed
 * @param deps the dependencies with the backend of the workspace of the release
 */
export async function pinnedImages(release: Release, request: StackRequest, deps: Deps): Promise<PinnedImages> {
  const images = releaseImages(release);
  if (images.every(({image}) => parseImage(image).digest !== undefined)) return pinImages(images, []);
  try {
    return await operateStack(request, {...deps, onEvent: () => undefined}, async ({last, operate}) => {
      if (last.revision !== release.revision) return pinImages(images, []);
      return pinImages(images, await operate(kubernetesStates(last.state).filter(runsPods)).images());
    });
  } catch (error) {
    // These two errors do not mean a missing digest: the cluster is not that of the release, or the user has not allowed the kubeconfig.
    if (!(error instanceof GantryError) || deps.signal.aborted || REFUSED.has(error.failure.code)) throw error;
    return pinImages(images, []);
  }
}

const REFUSED: ReadonlySet<string> = new Set<FailureCode>(['cluster/other', 'workspace/not-allowed']);
