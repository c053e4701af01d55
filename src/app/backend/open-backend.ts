import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {type BackendRequest, chooseBackend} from './choose-backend.ts';
import {resolveBackend} from './resolve-backend.ts';

/** Opens the backend of a request. */
export async function openBackend(request: BackendRequest, deps: Deps): Promise<Backend> {
  return deps.openBackend(await resolveBackend(await chooseBackend(request, deps), request, deps));
}
