import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {GitTrees} from '../../../ports/git-trees.ts';
import {buildFetched} from '../fetched/build-fetched.ts';
import {fetchedProblem} from '../fetched/fetched-problem.ts';
import {whyNotFetched} from '../fetched/why-not-fetched.ts';
import type {Source, SourceDeps, SourceEntry} from '../source.ts';
import type {GitSettings} from './git-model.ts';

/** Returns the source of objects in git repositories. Nothing of the checkout decides its result but stack.yaml. */
export const gitSource = (trees: () => Promise<GitTrees>, deps: SourceDeps): Source => ({
  inputs: () => ({directories: [], files: []}),
  build: async (entry) => {
    const {url, ref, commit, path = '.'} = (entry.written ?? {}) as GitSettings;
    const refused = whyNotFetched(path);
    if (refused !== undefined) return fetchedProblem('git', refused, entry);
    const fetch = await trees();
    const tree = await fetch({url, ref, commit});
    if ('problem' in tree) return fetchedProblem('git', {...tree, problem: `${shownUrl(url)}: ${tree.problem}`}, entry);
    const name = `${shownUrl(url)}@${tree.commit.slice(0, 12)}`;
    const built = await buildFetched({kind: 'git', name, path, entry, deps, ...tree});
    const isPinned = commit !== undefined || ref === tree.commit;
    return isPinned ? built : {...built, diagnostics: [...built.diagnostics, unpinned(tree.commit, entry)]};
  },
});

/** Returns an address without its protocol and without a login: `git.example.com/shop`. */
const shownUrl = (url: string): string =>
  url
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^[^/\s@]*@/, '')
    .replace(/\.git\/?$/, '');

const unpinned = (commit: string, {at}: SourceEntry): Diagnostic => ({
  severity: 'note',
  code: 'source/git-not-pinned',
  message: `the commit of this source can change between two runs; it is now ${commit}`,
  ...at(['ref']),
  hint: `Add \`commit: ${commit}\` beside \`url\`. Then nothing is fetched again, and a moved branch or tag changes nothing.`,
});
