import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {StackRequest} from '../../../app/plan/release-requests.ts';
import type {ReleaseDiff} from '../../../app/release/diff-releases.ts';
import {defined} from '../../../lib/defined.ts';
import {isDifferent, releaseDiffText} from '../../../ui/text/release/release-diff-text.ts';
import {EXIT} from '../../exit-code.ts';
import {REVISION_HINT, wholeNumberFlag} from '../../flags/seconds.ts';
import type {OpenSession} from '../../session.ts';
import {nameLazily} from './name-history.ts';

type Revisions = {readonly before?: number | undefined; readonly after?: number | undefined};

/** The use case behind `gantry release diff`. Tests pass their own. */
export type DiffReleases = (request: StackRequest & Revisions, deps: Deps) => Promise<ReleaseDiff>;

const diffLazily: DiffReleases = async ({before, after, ...request}, deps) => {
  const {diffReleases} = await import('../../../app/release/diff-releases.ts');
  return diffReleases({...(await nameLazily(request, deps)), ...defined({before, after})}, deps);
};

type Flags = {readonly exitCode?: boolean; readonly detail?: boolean};

/** Defines `gantry release diff [A] [B]`. */
export const defineReleaseDiff = (command: Command, open: OpenSession, run: DiffReleases = diffLazily): Command =>
  command
    .argument('[a]', 'a revision; default: the one before the last', wholeNumberFlag('revision', 1, REVISION_HINT))
    .argument('[b]', 'another revision; default: the last', wholeNumberFlag('revision', 1, REVISION_HINT))
    .option('--exit-code', 'exit with code 2 if the releases differ')
    .option('--detail', 'show every field, also of created and deleted resources')
    .action(
      async (before: number | undefined, after: number | undefined, {exitCode = false, detail = false}: Flags) => {
        const session = await open();
        const diff = await run({...session.globals.stack, ...defined({before, after})}, session.deps);
        await session.print({
          document: diff,
          text: (style) => releaseDiffText(diff, {...style, detail}),
          markdown: async (style) =>
            (await import('../../../ui/markdown/release-diff-markdown.ts')).releaseDiffMarkdown(diff, style),
          exitCode: exitCode && isDifferent(diff) ? EXIT.pending : EXIT.done,
        });
      },
    );
