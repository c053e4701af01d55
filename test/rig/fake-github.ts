import {once} from 'node:events';
import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';
import {onTestFinished} from 'vitest';

export type FakeComment = {
  readonly id: number;
  body: string;
  readonly user: {readonly type: 'Bot' | 'User'};
  readonly author_association: string;
};

export type FakeGithub = {
  readonly url: string;
  readonly comments: FakeComment[];
  /** `PATCH /repos/me/shop/issues/comments/3`, with what it carried. */
  readonly requests: {readonly what: string; readonly token: string | undefined}[];
  /** What becomes of the next requests: a number is answered in their place, of a lost one the answer is. */
  readonly faults: (number | 'lost' | 'none')[];
  /** A token that may only read. */
  readOnly: boolean;
};

/** The comments of one pull request, as GitHub's API keeps them, on loopback. */
export async function fakeGithub(): Promise<FakeGithub> {
  const fake = {
    url: '',
    comments: [] as FakeComment[],
    requests: [] as FakeGithub['requests'],
    faults: [] as FakeGithub['faults'],
    readOnly: false,
  };
  const server = createServer((request, response) => {
    void (async () => {
      const fault = fake.faults.shift();
      const reply =
        typeof fault === 'number' ? {status: fault, body: {message: 'told to'}} : await answer(fake, request);
      if (fault === 'lost') return request.socket.destroy();
      return response.writeHead(reply.status, {'content-type': 'application/json'}).end(JSON.stringify(reply.body));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

type Reply = {readonly status: number; readonly body: unknown};

async function answer(fake: FakeGithub, request: IncomingMessage): Promise<Reply> {
  const {method = '', url = ''} = request;
  const {pathname, searchParams} = new URL(url, 'http://localhost');
  fake.requests.push({what: `${method} ${url}`, token: request.headers.authorization});
  const sent = await text(request);
  const {body = ''} = sent === '' ? {} : (JSON.parse(sent) as {body?: string});
  if (method !== 'GET' && fake.readOnly)
    return {status: 403, body: {message: 'Resource not accessible by integration'}};
  if (body.length > 65_536) return {status: 422, body: {message: 'Body is too long'}};
  return pathname === '/repos/me/shop/issues/7/comments'
    ? ofPullRequest(fake, method, {body, searchParams})
    : ofComment(fake, method, {body, pathname});
}

const NOT_FOUND: Reply = {status: 404, body: {message: 'Not Found'}};

type Asked = {readonly body: string; readonly searchParams: URLSearchParams};

function ofPullRequest(fake: FakeGithub, method: string, {body, searchParams}: Asked): Reply {
  if (method === 'POST') return {status: 201, body: addComment(fake, body)};
  const [size, page] = [Number(searchParams.get('per_page')), Number(searchParams.get('page'))];
  return method === 'GET' ? {status: 200, body: fake.comments.slice((page - 1) * size, page * size)} : NOT_FOUND;
}

type Changed = {readonly body: string; readonly pathname: string};

function ofComment({comments}: FakeGithub, method: string, {body, pathname}: Changed): Reply {
  const [, id] = /^\/repos\/me\/shop\/issues\/comments\/(\d+)$/.exec(pathname) ?? [];
  const found = comments.find((comment) => comment.id === Number(id));
  if (method !== 'PATCH' || found === undefined) return NOT_FOUND;
  found.body = body;
  return {status: 200, body: found};
}

/** Somebody has commented. */
export function addComment(
  {comments}: Pick<FakeGithub, 'comments'>,
  body: string,
  {
    type = 'Bot',
    association = 'NONE',
  }: {readonly type?: FakeComment['user']['type']; readonly association?: string} = {},
): FakeComment {
  const comment = {id: 1000 + comments.length, body, user: {type}, author_association: association};
  comments.push(comment);
  return comment;
}
