import {maskedAddress} from '../../../core/workspace/mask.ts';
import type {FindLogin} from '../../../core/workspace/server-login.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import type {Network} from '../request-file.ts';
import {indexedCharts} from './indexed-charts.ts';
import {type ConfirmedIndex, confirmKept, indexDirectory, type KeptIndex, readKept, writeKept} from './kept-index.ts';
import {readIndex} from './read-index.ts';
import {requestIndex} from './request-index.ts';

/** A repository with its kept index. */
export type AskedIndex = {
  readonly repository: string;
  readonly login: FindLogin | undefined;
  /** Default: what this machine keeps. */
  readonly kept?: ConfirmedIndex | undefined;
};

/** The network and the place of the kept indexes. */
export type IndexTools = Network & {
  /** `$GANTRY_HOME`. */
  readonly home: string;
  readonly now: () => Date;
};

/** Requests the index of a repository. Only an index that has changed since it was kept is downloaded. */
export async function askIndex(
  {repository, login, kept: given}: AskedIndex,
  tools: IndexTools,
): Promise<KeptIndex | SourceProblem> {
  const directory = indexDirectory(tools.home);
  const kept = given ?? (await readKept(directory, repository));
  const answer = await requestIndex({repository, known: kept ?? {}, login}, tools);
  if ('problem' in answer) return answer;
  if (answer.isUnchanged) {
    if (kept === undefined)
      return unreadable(repository, 'the server answered that it did not change, but no copy of it was found');
    await confirmKept(directory, repository, tools.now());
    return kept;
  }
  try {
    const {text, etag, lastModified} = answer;
    const index = {etag, lastModified, charts: indexedCharts(readIndex(text))};
    await writeKept(directory, repository, index);
    await confirmKept(directory, repository, tools.now());
    return index;
  } catch (error) {
    return unreadable(repository, error instanceof Error ? (error.message.split('\n')[0] ?? '') : '');
  }
}

const unreadable = (repository: string, detail: string): SourceProblem => ({
  problem: `the index of the repository ${maskedAddress(repository)} cannot be read: ${detail}`,
  part: ['repository'],
});
