import {httpsProblem} from '../../../core/workspace/https-problem.ts';
import type {FindLogin} from '../../../core/workspace/server-login.ts';
import {defined} from '../../../lib/defined.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import {directoryAddress} from '../directory-address.ts';
import {type Network, requestFile} from '../request-file.ts';

/** The index of a repository, or that it did not change since the validators. */
export type IndexAnswer =
  | {readonly isUnchanged: true}
  | {
      readonly isUnchanged: false;
      readonly text: string;
      readonly etag?: string | undefined;
      readonly lastModified?: string | undefined;
    };

/** The values that identify an earlier answer of a server. */
export type Validators = {readonly etag?: string | undefined; readonly lastModified?: string | undefined};

type WantedIndex = {readonly repository: string; readonly known: Validators; readonly login: FindLogin | undefined};

const MOST_INDEX = 64 * 2 ** 20;

/** Requests the index of a repository with its login, unless it is the one with the validators. */
export async function requestIndex(
  {repository, known, login}: WantedIndex,
  network: Network,
): Promise<IndexAnswer | SourceProblem> {
  const wrong = httpsProblem(repository);
  if (wrong !== undefined) return {problem: `the address of the repository ${wrong}`, part: ['repository']};
  const url = directoryAddress(repository);
  url.pathname += 'index.yaml';
  const headers = defined({'if-none-match': known.etag, 'if-modified-since': known.lastModified});
  const answer = await requestFile({url: url.href, login, headers, maxBytes: MOST_INDEX}, network);
  if ('problem' in answer)
    return {...answer, problem: `the index of the repository: ${answer.problem}`, part: ['repository']};
  if (answer.status === 304) return {isUnchanged: true};
  const {etag, 'last-modified': lastModified} = answer.headers;
  return {isUnchanged: false, text: answer.body.toString('utf8'), etag, lastModified};
}
