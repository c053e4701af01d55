import type {Secret} from '../../../core/secret/secret.ts';
import type {SendRequest} from '../../../ports/notifier.ts';

/** The repository whose issues are used. */
export type GithubRepository = {
  readonly repository: string;
  /** The address of the API. */
  readonly server: string;
  readonly label: string;
  readonly token: Secret;
};

/** An issue, as far as it is read. */
export type Issue = {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  /** True if a member of the repository or a program wrote it: a stranger could copy the marker of an issue. */
  readonly isOurs: boolean;
  readonly labels: readonly string[];
};

/** A result, or the problem that prevented it. */
export type Got<T> = {readonly value: T} | {readonly problem: string};

/** The requests to GitHub that a target needs. */
export type GithubApi = {
  readonly label: string;
  /** Returns the open issues with the label; with `any`, also those without. */
  readonly open: (any?: 'any') => Promise<Got<readonly Issue[]>>;
  readonly create: (issue: {readonly title: string; readonly body: string}) => Promise<Got<Issue>>;
  readonly update: (number: number, change: Readonly<Record<string, string>>) => Promise<Got<unknown>>;
  readonly comment: (number: number, body: string) => Promise<Got<unknown>>;
};

const PAGE = 100;

/** The maximum number of pages that are read: the newest thousand issues. */
const MOST_PAGES = 10;

/** Returns the requests for the issues of a repository. */
export function githubApi({repository, server, label, token}: GithubRepository, http: SendRequest): GithubApi {
  const path = repository.split('/').map(encodeURIComponent).join('/');
  const at = `${server.replace(/\/$/, '')}/repos/${path}/issues`;
  const ask = async (method: string, url: string, body?: unknown): Promise<Got<unknown>> => {
    const answer = await http({
      url,
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token.reveal()}`,
        'content-type': 'application/json',
        'user-agent': 'gantry',
        'x-github-api-version': '2022-11-28',
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      // A repeated POST would write a second issue or comment.
      isRepeatable: method !== 'POST',
    });
    if ('problem' in answer) return answer;
    try {
      return {value: JSON.parse(answer.body.toString('utf8')) as unknown};
    } catch {
      return {problem: 'the response is not from GitHub'};
    }
  };
  return {
    label,
    open: async (any) => {
      const found: Issue[] = [];
      for (let page = 1; page <= MOST_PAGES; page++) {
        const query = new URLSearchParams({state: 'open', per_page: String(PAGE), page: String(page)});
        if (any === undefined) query.set('labels', label);
        const answer = await ask('GET', `${at}?${query.toString()}`);
        if ('problem' in answer) return answer;
        if (!Array.isArray(answer.value)) return {problem: 'the response is not a list of issues'};
        found.push(...answer.value.flatMap(issueOf));
        if (answer.value.length < PAGE) break;
      }
      return {value: found};
    },
    create: async (issue) => {
      const answer = await ask('POST', at, {...issue, labels: [label]});
      if ('problem' in answer) return answer;
      const [made] = issueOf(answer.value);
      return made === undefined ? {problem: 'the response is not an issue'} : {value: made};
    },
    update: (number, change) => ask('PATCH', `${at}/${number}`, change),
    comment: (number, body) => ask('POST', `${at}/${number}/comments`, {body}),
  };
}

const MEMBERS: ReadonlySet<unknown> = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/** Returns the issue in a response. Returns [] for a pull request, which GitHub lists among the issues, and for any other value. */
function issueOf(value: unknown): readonly Issue[] {
  if (typeof value !== 'object' || value === null) return [];
  const {number, title, body, user, author_association, labels, pull_request} = value as Readonly<
    Record<string, unknown>
  > & {readonly user?: {readonly type?: unknown} | null; readonly labels?: unknown};
  if (typeof number !== 'number' || pull_request !== undefined) return [];
  return [
    {
      number,
      title: String(title),
      body: typeof body === 'string' ? body : '',
      isOurs: user?.type === 'Bot' || MEMBERS.has(author_association),
      labels: Array.isArray(labels) ? labels.map(nameOf) : [],
    },
  ];
}

const nameOf = (label: unknown): string =>
  typeof label === 'string' ? label : String((label as {readonly name?: unknown} | null)?.name);
