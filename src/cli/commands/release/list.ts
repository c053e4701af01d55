import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {ReleaseList} from '../../../app/release/list-releases.ts';
import type {StackRequest} from '../../../app/release-requests.ts';
import {releaseListDocument, releaseListText} from '../../../ui/release-text.ts';
import type {OpenSession} from '../../session.ts';
import {nameLazily} from './name-series.ts';

export type ListReleases = (request: StackRequest, deps: Deps) => Promise<ReleaseList>;

const listLazily: ListReleases = async (request, deps) =>
  (await import('../../../app/release/list-releases.ts')).listReleases(await nameLazily(request, deps), deps);

/** `gantry release list`: newest first. */
export const defineReleaseList = (command: Command, open: OpenSession, run: ListReleases = listLazily): Command =>
  command.action(async () => {
    const session = await open();
    const list = await run(session.globals.stack, session.deps);
    await session.print({document: releaseListDocument(list), text: (style) => releaseListText(list, style)});
  });
