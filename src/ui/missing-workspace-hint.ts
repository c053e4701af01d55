import {looksLikeFile} from '../core/workspace/workspace-name.ts';
import {isWorkspacePattern} from '../core/workspace/workspace-pattern.ts';
import {parseReference, scopedName} from '../core/workspace/workspace-scope.ts';
import {didYouMean} from '../lib/did-you-mean.ts';

/** Returns what to do about a missing workspace. For a missing file it does not suggest `workspace create`. */
export function missingWorkspaceHint(name: string, known: readonly string[]): string {
  const others = known.length === 0 ? '' : `Workspaces here: ${known.join(', ')}. `;
  if (looksLikeFile(name)) return `${others}Check the path: a name that has a "/" or ends in .yaml is read as a file.`;
  if (isWorkspacePattern(name)) return `${others}This command takes the name of one workspace, not a pattern.`;
  const [before, revision] = name.split(':');
  if (revision !== undefined) return `${others}After the colon, only the number of a revision is valid: ${before}:3.`;
  const {name: bare, scope} = parseReference(name);
  const nearest = didYouMean(bare, known);
  if (nearest !== undefined)
    return `Did you mean ${scope === undefined ? nearest : scopedName(scope, nearest)}? ${others.trimEnd()}`;
  return `${others}Create it with "gantry workspace create ${bare}${scope === 'shared' ? ' --shared' : ''} --kubeconfig FILE".`;
}
