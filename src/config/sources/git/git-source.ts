import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {GitTrees} from '../../../ports/git-trees.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import {buildFetched, problemOfPath} from '../fetched/build-fetched.ts';
import {fetchedProblem} from '../fetched/fetched-problem.ts';
import type {Source, SourceDeps} from '../source.ts';
import type {GitSettings} from './git-model.ts';

/** Returns the source of objects in git repositories. Nothing of the checkout decides its result but stack.yaml. */
export const gitSource = (trees: () => Promise<GitTrees>, deps: SourceDeps): Source => ({
  inputs: () => ({directories: [], files: []}),
  build: async (entry) => {
    const {url, ref, commit, path = '.'} = (entry.written ?? {}) as GitSettings;
    if (untrustedCheckout() !== undefined) return fetchedProblem('git', UNTRUSTED, entry);
    const wrong = problemOfPath(path);
    if (wrong !== undefined) return fetchedProblem('git', wrong, entry);
    const fetch = await trees();
    const tree = await fetch({url, ref, commit});
    if ('problem' in tree) return fetchedProblem('git', {...tree, problem: `${shownUrl(url)}: ${tree.problem}`}, entry);
    const name = `${shownUrl(url)}@${tree.commit.slice(0, 12)}`;
    const built = await buildFetched({kind: 'git', name, path, entry, deps, ...tree});
    const isPinned = commit !== undefined || ref === tree.commit;
    return isPinned ? built : {...built, diagnostics: [...built.diagnostics, unpinned(tree.commit, entry)]};
  },
});

const UNTRUSTED = {
  problem: 'untrusted mode fetches nothing',
  hint: 'Keep a copy of the manifests in the repository, or preview the stack from a trusted checkout.',
};

/** Returns an address without its protocol and without a login: `git.example.com/shop`. */
const shownUrl = (url: string): string =>
  url
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^[^/\s@]*@/, '')
    .replace(/\.git\/?$/, '');

const unpinned = (commit: string, {at}: Parameters<Source['build']>[0]): Diagnostic => ({
  severity: 'note',
  code: 'source/git-not-pinned',
  message: `the commit of this source can change between two runs; it is now ${commit}`,
  ...at(['ref']),
  hint: `Add \`commit: ${commit}\` beside \`url\`. Then nothing is fetched again, and a moved branch or tag changes nothing.`,
});
