import {createHash, createHmac} from 'node:crypto';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import type {IncomingMessage} from 'node:http';
import {request} from 'node:https';
import {text} from 'node:stream/consumers';
import type {Running} from '../services/start.ts';

/** Credentials with a session token, which may do what the policy says, and no more. */
export type Session = {readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken: string};

/** Asks the STS of MinIO. Statements name actions (`s3:GetObject`) and resources (`arn:aws:s3:::bucket/*`). */
export async function minioSession(
  service: Running,
  statements: readonly {readonly actions: readonly string[]; readonly resources: readonly string[]}[],
): Promise<Session> {
  const policy = {
    Version: '2012-10-17',
    Statement: statements.map(({actions, resources}) => ({Effect: 'Allow', Action: actions, Resource: resources})),
  };
  const body = new URLSearchParams({Action: 'AssumeRole', Version: '2011-06-15', Policy: JSON.stringify(policy)});
  const answer = await post(service, body.toString());
  const field = (name: string): string => {
    const found = new RegExp(`<${name}>([^<]+)</${name}>`).exec(answer)?.[1];
    if (found === undefined) throw new Error(answer);
    return found;
  };
  return {
    accessKeyId: field('AccessKeyId'),
    secretAccessKey: field('SecretAccessKey'),
    sessionToken: field('SessionToken'),
  };
}

async function post({endpoint, caFile, ...keys}: Running, body: string): Promise<string> {
  const {hostname, port, host} = new URL(endpoint);
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const headers = {'content-type': 'application/x-www-form-urlencoded', host, 'x-amz-date': date};
  const authorization = signature({...keys, headers, body, date});
  const sent = request({
    ...(caFile === undefined ? {} : {ca: readFileSync(caFile)}),
    method: 'POST',
    hostname,
    port,
    path: '/',
    headers: {...headers, authorization},
    agent: false,
  }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return text(response);
}

type Signed = {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly date: string;
};

/** AWS Signature Version 4, for a POST to `/` of STS. */
function signature({region, accessKeyId, secretAccessKey, headers, body, date}: Signed): string {
  const names = Object.keys(headers).toSorted();
  const signed = names.join(';');
  const canonical = ['POST', '/', '', ...names.map((name) => `${name}:${headers[name]}`), '', signed, sha(body)].join(
    '\n',
  );
  const scope = [date.slice(0, 8), region, 'sts', 'aws4_request'];
  const key = scope.reduce<Buffer>((last, part) => hmac(last, part), Buffer.from(`AWS4${secretAccessKey}`));
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha(canonical)].join('\n');
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${signed}, Signature=${hmac(key, text).toString('hex')}`;
}

const sha = (value: string): string => createHash('sha256').update(value).digest('hex');
const hmac = (key: Buffer, value: string): Buffer => createHmac('sha256', key).update(value).digest();
