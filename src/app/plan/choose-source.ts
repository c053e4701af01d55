import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';
import {sourceOfRelease} from '../release/source-of-release.ts';
import {sourceOfState} from '../release/source-of-state.ts';
import {refuseUntrusted} from '../untrusted/refused-untrusted.ts';
import type {SourceAccess} from './facts-for-sources.ts';
import {type PlanSource, sourceOfFiles} from './plan-source.ts';
import type {PreviewRequest} from './release-requests.ts';

/** Chooses the source of the desired resources: the files, a release, or none for a removal. */
export async function chooseSource(request: PreviewRequest, deps: Deps, access: SourceAccess): Promise<PlanSource> {
  const {inMemory} = request;
  if (inMemory !== undefined)
    return (await import('./source-of-memory.ts')).sourceOfMemory({...request, inMemory}, deps);
  if (request.orphan !== undefined && request.orphan !== 'all') return sourceOfState(request, deps);
  // The releases record the created resources. Their recipe may no longer be in the files.
  if (request.claims !== undefined && 'remove' in request.claims) return sourceOfState(request, deps);
  if (request.revision !== undefined) refuseUntrusted('--revision plans a release, and not the files of the checkout');
  if (request.revision !== undefined) return sourceOfRelease(request, deps);
  if (request.operation === 'destroy' && request.stack !== undefined) return sourceToDestroy(request, deps);
  return sourceOfFiles(request, deps, access);
}

/** Finds the source of a destroy. A named stack can be destroyed without its files. */
async function sourceToDestroy(request: PreviewRequest, deps: Deps): Promise<PlanSource> {
  try {
    return await sourceOfFiles(request, deps);
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid') throw error;
    try {
      return await sourceOfState(request, deps);
    } catch (missing) {
      // Without a release, the error in the files is the better answer.
      if (missing instanceof GantryError && missing.failure.code === 'release/not-found') throw error;
      throw missing;
    }
  }
}
