import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {type BackendRequest, chooseBackend} from './choose-backend.ts';
import {resolveBackend} from './resolve-backend.ts';

/** The backend that is meant by a request, ready to be asked. */
export async function openBackend(request: BackendRequest, deps: Deps): Promise<Backend> {
  return deps.openBackend(await resolveBackend(await chooseBackend(request, deps), request, deps));
}
