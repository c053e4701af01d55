import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {usableBy} from '../../kubernetes/resource/usable-by.ts';
import type {Settled} from './settle.ts';

/** Checks who may use each resource. Few stacks say it, so the check is loaded only for them. */
export const usersProblems = async (
  settled: Pick<Settled, 'resources' | 'origins'>,
  project: string,
): Promise<readonly Diagnostic[]> =>
  settled.resources.some((resource) => usableBy(resource) !== undefined)
    ? (await import('./check-usable-by.ts')).checkUsableBy(settled, project)
    : [];
