import {originOfFile} from '../../config/origin-of-file.ts';
import type {SourceEntry} from '../../config/sources/source.ts';
import {sourcesOf} from '../../config/sources/sources-of.ts';
import {showPath} from '../../core/reference/path.ts';
import type {WorkspaceValues} from '../../core/variation/expand-context.ts';
import {once} from '../../lib/once.ts';
import type {ChartSource} from './chart-sources.ts';

/** Returns the entry of `sources` of a Helm source, as a build reads it. */
export function chartEntry({location, index}: ChartSource, workspace: WorkspaceValues | undefined): SourceEntry {
  const origin = once(() => originOfFile(location.stack.file));
  const position = (at: number, member: string, rest: readonly (string | number)[]) => {
    const path = ['sources', at, member, ...rest];
    return {at: origin().position(path), path: showPath(path)};
  };
  const found = sourcesOf(location, position, {workspace})[index];
  if (found === undefined) throw new Error(`the stack ${location.stack.name} has no source ${index}`);
  return found.entry;
}
