import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {StackRequest} from '../../../app/plan/release-requests.ts';
import type {ReleaseFilter} from '../../../app/release/filter-releases.ts';
import type {AllReleases} from '../../../app/release/list-all-releases.ts';
import type {ReleaseList} from '../../../app/release/list-releases.ts';
import {allReleasesText, releaseListDocument, releaseListText} from '../../../ui/text/release/release-text.ts';
import {filterFlags, readFilter} from '../../flags/release-filter.ts';
import type {OpenSession} from '../../session.ts';
import {nameLazily} from './name-history.ts';

/** The use case behind `gantry release list`; with `allStacks` it answers for every stack and workspace of the backend. */
export type ListReleases = (
  request: StackRequest & ReleaseFilter & {readonly allStacks?: boolean},
  deps: Deps,
) => Promise<ReleaseList | AllReleases>;

const listLazily: ListReleases = async ({allStacks, ...request}, deps) => {
  const {directory: _, ...asked} = request;
  if (allStacks === true)
    return (await import('../../../app/release/list-all-releases.ts')).listAllReleases(asked, deps);
  const {listReleases} = await import('../../../app/release/list-releases.ts');
  return listReleases({...asked, ...(await nameLazily(request, deps))}, deps);
};

type Flags = ReleaseFilter & {readonly allStacks?: boolean};

/** Defines `gantry release list`: lists releases, newest first. */
export const defineReleaseList = (command: Command, open: OpenSession, run: ListReleases = listLazily): Command =>
  filterFlags(command)
    .option('--all-stacks', 'list releases of every stack in every workspace of the backend; limit them with -s and -w')
    .action(async ({allStacks, ...filter}: Flags) => {
      const session = await open();
      const all = allStacks === true ? {allStacks} : {};
      const list = await run({...session.globals.stack, ...readFilter(filter), ...all}, session.deps);
      await session.print(
        'stacks' in list
          ? {
              document: {...list, stacks: list.stacks.map(releaseListDocument)},
              text: (style) => allReleasesText(list, style),
            }
          : {document: releaseListDocument(list), text: (style) => releaseListText(list, style)},
      );
    });
