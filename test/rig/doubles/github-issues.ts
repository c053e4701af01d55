import {type Answer, type Asked, type HttpDouble, httpDouble} from './http-double.ts';

export type StoredIssue = {
  readonly number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  labels: string[];
  user: {readonly type: 'Bot' | 'User'};
  author_association: string;
  readonly comments: string[];
};

export type GithubIssues = {
  readonly double: HttpDouble;
  readonly issues: StoredIssue[];
  /** Adds an issue that somebody else has opened. */
  readonly add: (issue: Partial<StoredIssue>) => void;
};

const PATH = /^\/repos\/acme\/shop\/issues(?:\/(\d+)(\/comments)?)?$/;

/** The issues of the repository acme/shop, as the API of GitHub keeps them, over http. */
export async function githubIssues({setsLabels = true} = {}): Promise<GithubIssues> {
  const issues: StoredIssue[] = [];
  const add: GithubIssues['add'] = (issue) => {
    const number = issues.length + 1;
    const usual = {title: 'issue', body: '', state: 'open', labels: [], comments: []} as const;
    issues.push({
      ...structuredClone({...usual, labels: [], comments: []}),
      user: {type: 'User'},
      author_association: 'NONE',
      ...issue,
      number,
    });
  };
  const double = await httpDouble(
    ({method, path, query, headers, body}: Asked): Answer => {
      if (headers.authorization !== 'Bearer issues-token-of-the-test') return {status: 401, body: {}};
      const [whole, number, comments] = PATH.exec(path) ?? [];
      if (whole === undefined) return {status: 404, body: {}};
      const sent = (body === '' ? {} : JSON.parse(body)) as Partial<StoredIssue>;
      if (number === undefined && method === 'GET') return {status: 200, body: listed(issues, query)};
      if (number === undefined) {
        const labels = setsLabels ? (sent.labels ?? []) : [];
        add({...sent, labels, user: {type: 'Bot'}});
        return {status: 201, body: shown(issues.at(-1))};
      }
      const issue = issues.find((one) => one.number === Number(number));
      if (issue === undefined) return {status: 404, body: {}};
      if (comments === undefined) Object.assign(issue, sent);
      else issue.comments.push(sent.body ?? '');
      return {status: comments === undefined ? 200 : 201, body: shown(issue)};
    },
    {tls: false},
  );
  return {double, issues, add};
}

function listed(issues: readonly StoredIssue[], query: URLSearchParams): unknown {
  const [size, page, label] = [Number(query.get('per_page')), Number(query.get('page')), query.get('labels')];
  return issues
    .filter(({state, labels}) => state === query.get('state') && (label === null || labels.includes(label)))
    .toReversed()
    .slice((page - 1) * size, page * size)
    .map(shown);
}

const shown = (issue: StoredIssue | undefined): unknown =>
  issue && {...issue, comments: issue.comments.length, labels: issue.labels.map((name) => ({name}))};
