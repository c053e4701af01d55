import type {StackRequest} from '../app/release-requests.ts';
import {looksLikeFile} from '../core/workspace/workspace-name.ts';
import type {Subject} from '../ui/markdown/text-markdown.ts';
import type {Session} from './session.ts';

/**
 * What a run is about by its command line alone: until its files are read, and when they cannot be. An error then stands under the
 * marker of the plan that was awaited, and takes the place of its comment.
 */
export function saidSubject(
  {stack, workspace}: StackRequest,
  env: Readonly<Record<string, string | undefined>>,
  command = '',
): Subject {
  const words = stack?.split('/') ?? [];
  const [project, own] = words.length === 2 ? words : [undefined, words[0]];
  const where = workspace ?? env['GANTRY_WORKSPACE'];
  return {
    ...(command === 'drift' ? {of: 'drift' as const} : {}),
    ...(project === undefined || project === '' ? {} : {project}),
    ...(own === undefined || own === '' ? {} : {stack: own}),
    ...(where === undefined || where === '' || looksLikeFile(where) ? {} : {workspace: where}),
  };
}

/** Only the workspace. */
export function saidWorkspace({globals, deps}: Pick<Session, 'globals' | 'deps'>): Pick<Subject, 'workspace'> {
  const {workspace} = saidSubject(globals.stack, deps.env);
  return workspace === undefined ? {} : {workspace};
}
