import {isGood, type Message} from '../../../core/notify/notification.ts';
import {sha256} from '../../../lib/sha256.ts';
import type {Delivered, Notifier} from '../../../ports/notifier.ts';
import type {GithubApi, Got, Issue} from './github-api.ts';

/** The maximum length of a body. GitHub refuses more than 65,536 characters. */
const MOST_CHARACTERS = 60_000;

/**
 * Returns a target that keeps one issue for each stack, workspace and subject. It finds the issue by a marker in the body, and writes nothing
 * if the issue reports the same state already.
 */
export const githubNotifier = (api: GithubApi): Notifier => ({
  escape: escapeMarkdown,
  send: async (message) => {
    const found = await find(api, message);
    if ('problem' in found) return found;
    const [issue] = found.value;
    if (isGood(message.outcome)) return issue === undefined ? undefined : close(api, issue, message);
    return issue === undefined ? open(api, message) : update(api, issue, message);
  },
});

/** Returns the open issues of the state, the oldest first. */
async function find(api: GithubApi, message: Message, any?: 'any'): Promise<Got<readonly Issue[]>> {
  const got = await api.open(any);
  if ('problem' in got) return got;
  const ours = got.value.filter((issue) => issue.isOurs && issue.body.includes(keyMark(message)));
  return {value: ours.toSorted((a, b) => a.number - b.number)};
}

async function open(api: GithubApi, message: Message): Promise<Delivered | undefined> {
  // Somebody may have removed the label.
  const unlabelled = await find(api, message, 'any');
  if ('problem' in unlabelled) return unlabelled;
  const [known] = unlabelled.value;
  if (known !== undefined) return update(api, known, message);
  const made = await api.create({title: titleOf(message), body: bodyOf(message)});
  if ('problem' in made) {
    // The request may have succeeded although its response was lost.
    const again = await find(api, message, 'any');
    return 'value' in again && again.value.length > 0 ? undefined : made;
  }
  const all = await find(api, message, 'any');
  const first = 'value' in all ? all.value[0] : undefined;
  if (first !== undefined && first.number < made.value.number)
    return problemOf(await api.update(made.value.number, {state: 'closed', state_reason: 'not_planned'}));
  if (made.value.labels.includes(api.label)) return undefined;
  return {remark: `the issue #${made.value.number} has no label ${api.label}: the token cannot set labels`};
}

async function update(api: GithubApi, issue: Issue, message: Message): Promise<Delivered | undefined> {
  if (issue.body.includes(stateMark(message))) return undefined;
  // The comment comes first: if it fails, the next run sees the old state and tries again.
  const said = problemOf(await api.comment(issue.number, cut(message.text)));
  if (said !== undefined) return said;
  return problemOf(await api.update(issue.number, {title: titleOf(message), body: bodyOf(message)}));
}

async function close(api: GithubApi, issue: Issue, message: Message): Promise<Delivered | undefined> {
  const said = problemOf(await api.comment(issue.number, cut(message.text)));
  return said ?? problemOf(await api.update(issue.number, {state: 'closed', state_reason: 'completed'}));
}

const problemOf = (got: Got<unknown>): {readonly problem: string} | undefined => ('problem' in got ? got : undefined);

const cut = (text: string): string => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);

const bodyOf = (message: Message): string => `${cut(message.text)}\n\n${keyMark(message)}\n${stateMark(message)}\n`;

/** The title of an issue is plain text. */
const titleOf = ({title}: Message): string => title.slice(0, 250);

const digest = (...parts: readonly string[]): string => sha256(JSON.stringify(parts)).slice(0, 32);

/** Returns the marker by which the issue is found. The marker contains no name, because a name could end the comment. */
const keyMark = ({subject, project, stack, workspace}: Message): string =>
  `<!-- gantry-key ${digest(subject, project, stack, workspace)} -->`;

const stateMark = ({outcome, digest: state}: Message): string => `<!-- gantry-state ${digest(outcome, state)} -->`;

/** Makes a value plain text: no markup, no HTML, and no mention of a user or an issue. */
function escapeMarkdown(value: string): string {
  const text = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_[\]()~|]/g, '\\$&')
    .replaceAll(/[@#]/g, '$&<!-- -->');
  return text.replaceAll('\n', '  \n');
}
