import {isObject} from '../../../../core/json.ts';
import type {RunningImage} from '../../../../core/variation/promoted-images.ts';
import {listAt, textAt} from '../../../../kubernetes/readiness/read.ts';
import type {ReleasedStack} from '../../../../ports/operations.ts';
import {findStack} from './find-stack.ts';
import {listPods, ownedPods, podSearches} from './logs/find-pods.ts';
import {openOwners, type Root} from './logs/owners.ts';
import type {Operating} from './operating.ts';

const LISTS = [
  ['initContainers', 'initContainerStatuses'],
  ['containers', 'containerStatuses'],
] as const;

/**
 * Returns the images that the containers of a stack run, with the ids that their nodes report.
 * @throws GantryError permission/denied if pods cannot be read
 */
export async function runningImages(operating: Operating, stack: ReleasedStack): Promise<readonly RunningImage[]> {
  const {client} = operating.session;
  const found = await findStack(operating, stack);
  const roots = found.filter((one): one is Root => one.live !== undefined);
  const pods = await listPods(client, podSearches(roots), stack.signal);
  const owned = await ownedPods(pods, openOwners(client, roots, stack.signal));
  return owned.flatMap(({id, pod}) =>
    LISTS.flatMap(([specs, statuses]) => {
      const ids = new Map(
        listAt(pod, 'status', statuses)
          .filter(isObject)
          .map((status) => [textAt(status, 'name'), textAt(status, 'imageID')]),
      );
      return listAt(pod, 'spec', specs)
        .filter(isObject)
        .map((spec) => {
          const container = textAt(spec, 'name');
          return {id, container, image: textAt(spec, 'image'), imageID: ids.get(container) ?? ''};
        });
    }),
  );
}
