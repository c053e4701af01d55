import {execFile} from 'node:child_process';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {addComment, type FakeGithub, fakeGithub} from '../rig/fake-github.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/action/comment.ts', import.meta.url));
const MARKER = '<!-- gantry:shop/shop/prod -->';
const PULL_REQUEST: object = {pull_request: {number: 7}};

/** Runs the script as the action does. Answers what it said; it must never fail. */
async function comment({url}: FakeGithub, body: string, event = PULL_REQUEST): Promise<string> {
  const directory = await scratchDirectory();
  const [text, about] = [join(directory, 'comment.md'), join(directory, 'event.json')];
  await writeFile(text, body);
  await writeFile(about, JSON.stringify(event));
  const env = {
    PATH: process.env['PATH'],
    GITHUB_API_URL: url,
    GITHUB_REPOSITORY: 'me/shop',
    GITHUB_EVENT_PATH: about,
    GITHUB_TOKEN: 'the-token',
    COMMENT_FILE: text,
  };
  return (await promisify(execFile)(process.execPath, ['--no-warnings', SCRIPT], {env})).stdout;
}

const writes = ({requests}: FakeGithub): readonly string[] =>
  requests.flatMap(({what}) => (what.startsWith('GET') ? [] : [what.split(' ')[0] ?? '']));

describe('the comment of the action', () => {
  it('the comment is created once, then updated, and not changed if nothing is new', async () => {
    const github = await fakeGithub();
    expect(await comment(github, `${MARKER}\none\n`)).toContain('is written.');
    expect(await comment(github, `${MARKER}\ntwo\n`)).toContain('is brought up to date.');
    expect(await comment(github, `${MARKER}\ntwo\n`)).toContain('is as it was.');
    expect(github.comments.map(({body}) => body)).toEqual([`${MARKER}\ntwo`]);
    expect(writes(github)).toEqual(['POST', 'PATCH']);
    expect(new Set(github.requests.map(({token}) => token))).toEqual(new Set(['Bearer the-token']));
  });

  it('the comment is compared without regard to the line ends of GitHub', async () => {
    const github = await fakeGithub();
    addComment(github, `${MARKER}\r\none\r\n`);
    expect(await comment(github, `${MARKER}\none\n`)).toContain('is as it was.');
  });

  it('the comment is found after two hundred others', async () => {
    const github = await fakeGithub();
    for (let i = 0; i < 230; i++) addComment(github, `remark ${i}`);
    const own = addComment(github, `${MARKER}\none`);
    for (let i = 0; i < 20; i++) addComment(github, `later ${i}`);
    await comment(github, `${MARKER}\ntwo\n`);
    expect(own.body).toBe(`${MARKER}\ntwo`);
    expect(github.comments).toHaveLength(251);
  });

  it('another stack or workspace has another comment', async () => {
    const github = await fakeGithub();
    await comment(github, `${MARKER}\none\n`);
    await comment(github, '<!-- gantry:shop/shop/staging -->\none\n');
    expect(github.comments).toHaveLength(2);
  });

  it('the comment never replaces a comment of another author with the same marker', async () => {
    const github = await fakeGithub();
    const strange = addComment(github, `${MARKER}\nlook here`, {type: 'User', association: 'NONE'});
    await comment(github, `${MARKER}\none\n`);
    expect(strange.body).toBe(`${MARKER}\nlook here`);
    expect(github.comments).toHaveLength(2);
  });

  it('the comment is found if the token of a person wrote it', async () => {
    const github = await fakeGithub();
    const own = addComment(github, `${MARKER}\none`, {type: 'User', association: 'MEMBER'});
    await comment(github, `${MARKER}\ntwo\n`);
    expect(own.body).toBe(`${MARKER}\ntwo`);
  });

  it('a comment without write permission (as in a fork) becomes a notice, not a failure', async () => {
    const github = await fakeGithub();
    github.readOnly = true;
    const said = await comment(github, `${MARKER}\none\n`);
    expect(said).toMatch(/^::notice title=gantry::The token of this job may not comment \(HTTP 403\).*summary/m);
    expect(github.comments).toEqual([]);
  });

  it('the comment is created once, even if the server is busy and the response is lost', async () => {
    const github = await fakeGithub();
    github.faults.push(502, 'none', 'lost');
    expect(await comment(github, `${MARKER}\none\n`)).toContain('is as it was.');
    expect(writes(github)).toEqual(['POST']);
    expect(github.comments.map(({body}) => body)).toEqual([`${MARKER}\none`]);
  });

  it('a comment that cannot be written becomes a warning, not a failure', async () => {
    const github = await fakeGithub();
    github.faults.push(422);
    expect(await comment(github, `${MARKER}\none\n`)).toMatch(
      /^::warning title=gantry::The comment was not written: told to \(HTTP 422\)/m,
    );
  });

  it('outside of a pull request the comment becomes a notice', async () => {
    const github = await fakeGithub();
    expect(await comment(github, `${MARKER}\none\n`, {ref: 'refs/heads/main'})).toMatch(/^::notice .*no pull request/m);
    expect(github.requests).toEqual([]);
  });

  it('a comment that is too long is cut at a line end and says where the rest is', async () => {
    const github = await fakeGithub();
    await comment(github, `${MARKER}\n${'- a line of the plan\n'.repeat(5000)}`);
    const body = github.comments[0]?.body ?? '';
    expect(body.length).toBeLessThanOrEqual(65_536);
    expect(body).toMatch(
      /- a line of the plan\n```\n\nThe rest does not fit: the summary of this job has all of it\.$/,
    );
  });
});
