import {isError} from '../../../core/diagnostic/diagnostic.ts';
import type {FetchedTree, GitTrees} from '../../../ports/git-trees.ts';
import {buildFetched} from '../fetched/build-fetched.ts';
import {checkPin} from '../fetched/check-pin.ts';
import {fetchedProblem} from '../fetched/fetched-problem.ts';
import {lockedPin} from '../fetched/locked-pin.ts';
import {unpinned} from '../fetched/unpinned.ts';
import {whyNotFetched} from '../fetched/why-not-fetched.ts';
import {NO_LOCK} from '../lock-use.ts';
import type {Built, Source, SourceDeps, SourceEntry} from '../source.ts';
import type {GitSettings} from './git-model.ts';

/** Returns the source of objects in git repositories. Of the checkout, only stack.yaml and the lock file decide its result. */
export function gitSource(trees: () => Promise<GitTrees>, deps: SourceDeps): Source {
  const fetch = async (entry: SourceEntry, pin: string | undefined): Promise<FetchedTree | Built> => {
    const {url, ref, commit = pin, path = '.'} = settingsOf(entry);
    const refused = whyNotFetched(path);
    if (refused !== undefined) return fetchedProblem('git', refused, entry);
    const tree = await (await trees())({url, ref, commit});
    if (!('problem' in tree)) return tree;
    return fetchedProblem('git', {...tree, problem: `${shownUrl(url)}: ${tree.problem}`}, entry);
  };
  return {
    inputs: () => ({directories: [], files: []}),
    build: async (entry) => {
      const {url, ref, commit, path = '.'} = settingsOf(entry);
      const {pin, diagnostics} = commit === undefined ? lockedPin(wantedOf(entry), entry) : {diagnostics: []};
      if (diagnostics.some(isError)) return {candidates: [], diagnostics};
      const tree = await fetch(entry, pin);
      if ('candidates' in tree) return tree;
      const name = `${shownUrl(url)}@${tree.commit.slice(0, 12)}`;
      const built = await buildFetched({kind: 'git', name, path, entry, deps, ...tree});
      if ((commit ?? pin) !== undefined || ref === tree.commit) return built;
      return {...built, diagnostics: [...built.diagnostics, unpinned('git', `commit: ${tree.commit}`, entry)]};
    },
    pin: async (entry, upgrade) => {
      if (hasCommit(entry)) return undefined;
      const {pin} = upgrade ? {} : lockedPin(wantedOf(entry), entry);
      if (pin !== undefined) return {...wantedOf(entry), pin};
      const tree = await fetch(entry, undefined);
      return 'candidates' in tree ? tree : {...wantedOf(entry), pin: tree.commit};
    },
    checkLock: async (entry, lock) => (hasCommit(entry) ? NO_LOCK : checkPin(wantedOf(entry), entry, {lock})),
  };
}

/** Reports whether stack.yaml itself pins the source. */
function hasCommit(entry: SourceEntry): boolean {
  const {ref = '', commit} = settingsOf(entry);
  return commit !== undefined || /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref);
}

const settingsOf = ({written}: SourceEntry): GitSettings => (written ?? {}) as GitSettings;

function wantedOf(entry: SourceEntry): {readonly git: string; readonly wanted?: string} {
  const {url: git, ref} = settingsOf(entry);
  return ref === undefined ? {git} : {git, wanted: ref};
}

/** Returns an address without its protocol and without a login: `git.example.com/shop`. */
const shownUrl = (url: string): string =>
  url
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^[^/\s@]*@/, '')
    .replace(/\.git\/?$/, '');
