import {recentReleases} from '../../config/completion/recent-releases.ts';
import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import type {Backend} from '../../ports/backend.ts';
import {digestOfBackend} from '../completion/digest-of-backend.ts';
import type {Deps} from '../deps.ts';
import {type BackendRequest, chooseBackend} from './choose-backend.ts';
import {resolveBackend} from './resolve-backend.ts';

/** Maps each backend of this process to the same backend with its store of recent names, so that each has only one such object. */
const remembering = new WeakMap<Backend, Backend>();

/** Opens the backend of a request. Names in its releases are remembered for completion, but not names from an untrusted checkout. */
export async function openBackend(request: BackendRequest, deps: Deps): Promise<Backend> {
  const chosen = await chooseBackend(request, deps);
  const opened = await deps.openBackend(await resolveBackend(chosen, request, deps));
  if (untrustedCheckout() !== undefined) return opened;
  const digest = digestOfBackend(chosen.declared, opened.directory);
  const backend = remembering.get(opened) ?? {...opened, recent: recentReleases(deps.home, digest)};
  remembering.set(opened, backend);
  return backend;
}
