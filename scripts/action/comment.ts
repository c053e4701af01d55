import {readFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';

/**
 * Writes Gantry's Markdown as a comment on the pull request: in place of the one with the same marker, or a new one. It needs
 * nothing but Node. A comment must not fail a deployment: every error here is reported, and the exit code is 0.
 */
type Comment = {
  readonly id: number;
  readonly body?: string | null;
  readonly user?: {readonly type?: string} | null;
  readonly author_association?: string;
};

type Event = {
  readonly pull_request?: {readonly number?: number};
  readonly issue?: {readonly number?: number; readonly pull_request?: unknown};
};

const {env} = process;
const MARKER = /^<!-- gantry:\S+ -->$/m;
// What GitHub takes for one comment. Gantry stays below it by itself.
const MOST_CHARACTERS = 65_536;
const PER_PAGE = 100;
const MOST_PAGES = 100;
const TRIES = 4;

class Refused extends Error {
  readonly status: number;
  readonly retryAfter: string | null;
  constructor(status: number, message: string, retryAfter: string | null) {
    super(`${message} (HTTP ${status})`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

function tell(level: 'notice' | 'warning', text: string): void {
  console.log(
    `::${level} title=gantry::${text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}`,
  );
}

function textOf(file: string): string {
  const text = readFileSync(file, 'utf8').trimEnd();
  if (text.length <= MOST_CHARACTERS) return text;
  const note = '\n```\n\nThe rest does not fit: the summary of this job has all of it.';
  return `${text.slice(0, text.lastIndexOf('\n', MOST_CHARACTERS - note.length))}${note}`;
}

function pullRequest(): number | undefined {
  const file = env['GITHUB_EVENT_PATH'];
  if (file === undefined || file === '') return undefined;
  const {pull_request: pull, issue} = JSON.parse(readFileSync(file, 'utf8')) as Event;
  return pull?.number ?? (issue?.pull_request === undefined ? undefined : issue.number);
}

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const url = `${env['GITHUB_API_URL'] || 'https://api.github.com'}/repos/${env['GITHUB_REPOSITORY'] ?? ''}/${path}`;
  const reply = await fetch(url, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${env['GITHUB_TOKEN'] ?? ''}`,
      'content-type': 'application/json',
      'user-agent': 'gantry-action',
      'x-github-api-version': '2022-11-28',
    },
    // A token goes to nobody else.
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
    ...(body === undefined ? {} : {body: JSON.stringify(body)}),
  });
  if (reply.ok) return reply.json();
  const {message = reply.statusText} = (await reply.json().catch(() => ({}))) as {readonly message?: string};
  throw new Refused(reply.status, message, reply.headers.get('retry-after'));
}

async function commentsOf(pull: number): Promise<readonly Comment[]> {
  const found: Comment[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const some = (await ask('GET', `issues/${pull}/comments?per_page=${PER_PAGE}&page=${page}`)) as readonly Comment[];
    found.push(...some);
    if (some.length < PER_PAGE) break;
  }
  return found;
}

const MEMBERS = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/** Anybody can write a marker: only a comment of a bot, or of somebody who belongs to the repository, is taken for ours. */
function ours(comments: readonly Comment[], marker: string): Comment | undefined {
  const marked = comments.filter(({body}) => markerOf(body ?? '') === marker);
  return (
    marked.find(({user}) => user?.type === 'Bot') ??
    marked.find(({author_association: association = ''}) => MEMBERS.has(association))
  );
}

const markerOf = (text: string): string | undefined => MARKER.exec(text)?.[0];

// GitHub gives back line ends of its own.
const same = (one: string, other: string): boolean => one.replaceAll('\r\n', '\n').trimEnd() === other;

async function write(pull: number, body: string): Promise<string> {
  const marker = markerOf(body);
  const before = marker === undefined ? undefined : ours(await commentsOf(pull), marker);
  if (before === undefined) {
    await ask('POST', `issues/${pull}/comments`, {body});
    return 'written';
  }
  if (same(before.body ?? '', body)) return 'as it was';
  await ask('PATCH', `issues/comments/${before.id}`, {body});
  return 'brought up to date';
}

/**
 * Again what a busy server refused, or the network lost, from the start: a comment that was written though its answer was lost is
 * found by its marker then, and not written twice.
 */
async function writeSurely(pull: number, body: string, tried = 1): Promise<string> {
  try {
    return await write(pull, body);
  } catch (error) {
    const wait = error instanceof Refused ? pauseAfter(error, tried) : 250 * 2 ** tried;
    if (wait === undefined || tried >= TRIES) throw error;
    await sleep(wait);
    return await writeSurely(pull, body, tried + 1);
  }
}

function pauseAfter({status, retryAfter}: Refused, tried: number): number | undefined {
  if (retryAfter !== null) return Math.min(60, Number(retryAfter) || 0) * 1000;
  return status >= 500 || status === 429 ? 250 * 2 ** tried : undefined;
}

const FORBIDDEN: ReadonlySet<number> = new Set([401, 403, 404]);
const SUMMARY = 'The summary of this job has the text.';

async function main(): Promise<void> {
  const file = env['COMMENT_FILE'];
  if (file === undefined || file === '') return tell('notice', 'There is nothing to comment.');
  const pull = pullRequest();
  if (pull === undefined) return tell('notice', `This run belongs to no pull request: there is no comment. ${SUMMARY}`);
  try {
    console.log(`The comment on pull request ${pull} is ${await writeSurely(pull, textOf(file))}.`);
  } catch (error) {
    if (error instanceof Refused && FORBIDDEN.has(error.status))
      return tell(
        'notice',
        `The token of this job may not comment (HTTP ${error.status}), as on pull requests from forks. ${SUMMARY}`,
      );
    tell(
      'warning',
      `The comment was not written: ${error instanceof Error ? error.message : String(error)}. ${SUMMARY}`,
    );
  }
}

await main();
