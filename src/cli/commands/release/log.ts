import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {StackRequest} from '../../../app/plan/release-requests.ts';
import type {ReleaseFilter} from '../../../app/release/filter-releases.ts';
import type {ReleaseLog} from '../../../app/release/log-releases.ts';
import {releaseLogDocument, releaseLogText} from '../../../ui/text/release/release-log-text.ts';
import {filterFlags, readFilter} from '../../flags/release-filter.ts';
import type {OpenSession} from '../../session.ts';
import {nameLazily} from './name-history.ts';

/** The use case behind `gantry release log`. Tests pass their own. */
export type LogReleases = (request: StackRequest & ReleaseFilter, deps: Deps) => Promise<ReleaseLog>;

const logLazily: LogReleases = async (request, deps) => {
  const {directory: _, ...asked} = request;
  const {logReleases} = await import('../../../app/release/log-releases.ts');
  return logReleases({...asked, ...(await nameLazily(request, deps))}, deps);
};

/** Defines `gantry release log`: lists what happened, one line each, newest first. */
export const defineReleaseLog = (command: Command, open: OpenSession, run: LogReleases = logLazily): Command =>
  filterFlags(command).action(async (filter: ReleaseFilter) => {
    const session = await open();
    const log = await run({...session.globals.stack, ...readFilter(filter)}, session.deps);
    await session.print({document: releaseLogDocument(log), text: (style) => releaseLogText(log, style)});
  });
