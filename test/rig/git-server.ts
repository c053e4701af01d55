import {spawn} from 'node:child_process';
import {dirname} from 'node:path';
import type {AcceptedLogin, FileServer} from './file-server.ts';
import {basicHeader, fileServer} from './file-server.ts';
import type {GitRepository} from './git-repository.ts';

/** Serves a repository over https with `git http-backend`, for one login, until the test ends. */
export async function gitServer(repository: GitRepository, login: AcceptedLogin): Promise<FileServer> {
  return fileServer((request, response) => {
    if (request.headers.authorization !== basicHeader(login)) {
      response.writeHead(401, {'www-authenticate': 'Basic realm="git"'}).end();
      return;
    }
    const {pathname, search} = new URL(request.url ?? '', 'https://localhost');
    const {'content-type': type = '', 'git-protocol': protocol = ''} = request.headers;
    const backend = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env['PATH'],
        GIT_PROJECT_ROOT: dirname(repository.directory),
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_CONFIG_NOSYSTEM: '1',
        REQUEST_METHOD: request.method,
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        CONTENT_TYPE: type,
        GIT_PROTOCOL: String(protocol),
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
        REMOTE_USER: login.username,
      },
    });
    request.pipe(backend.stdin);
    const chunks: Buffer[] = [];
    backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    backend.on('close', () => {
      const output = Buffer.concat(chunks);
      const end = output.indexOf('\r\n\r\n');
      const headers = output
        .subarray(0, end)
        .toString()
        .split('\r\n')
        .map((line) => line.split(': ', 2) as [string, string]);
      const {Status: status = '200', ...rest} = Object.fromEntries(headers);
      response.writeHead(Number.parseInt(status, 10), rest).end(output.subarray(end + 4));
    });
  }, true);
}
