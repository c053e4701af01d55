import {join} from 'node:path';
import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {httpsProblem} from '../../../core/workspace/https-problem.ts';
import {maskedAddress} from '../../../core/workspace/mask.ts';
import {referenceProblem, textFields} from '../../../core/workspace/text-fields.ts';
import type {KubeconfigPlaceDescriptor} from '../../../ports/kubeconfig-place-descriptor.ts';
import type {UrlPlace} from './fetch-url.ts';

type Login = {readonly username: string; readonly password: string};
type Written = Omit<UrlPlace, 'authorization'> & {readonly bearer?: string; readonly basic?: Login};
type Problem = {readonly problem: string};

/** A kubeconfig that a server gives out by https. */
export const urlDescriptor: KubeconfigPlaceDescriptor<Written, UrlPlace> = {
  kind: 'url',
  named: {schemes: ['https', 'http'], example: 'https://…', problem: httpsProblem},
  fields: {
    caFile: {type: 'path', description: 'PEM certificates to trust besides those of the system'},
    bearer: {type: 'reference', description: 'A token for the server, as a reference to a secret.'},
    basic: {
      type: 'mapping',
      description: 'A login for the server.',
      fields: {
        username: {type: 'text', mayBeEmpty: true, required: true},
        password: {type: 'reference', required: true},
      },
    },
  },
  logins: ['bearer', 'basic'],
  read: readUrl,
  show: ({url}) => maskedAddress(url),
  wants: ({bearer, basic, caFile}, url) => ({
    does: `fetches its kubeconfig from ${maskedAddress(url)}`,
    credential: textOf(bearer ?? (isObject(basic) ? basic['password'] : undefined)),
    certificates: textOf(caFile),
    asks: url,
  }),
  resolve: async ({bearer, basic, ...place}, {secret}) => {
    if (bearer !== undefined)
      return {...place, authorization: {scheme: 'bearer', token: await secret('bearer', bearer)}};
    if (basic === undefined) return place;
    const password = await secret('basic.password', basic.password);
    return {...place, authorization: {scheme: 'basic', username: basic.username, password}};
  },
  fetch: async (source, {env, signal, home}) => {
    const {fetchUrl} = await import('./fetch-url.ts');
    return fetchUrl(source, {env, signal, cacheDir: join(home, 'cache', 'kubeconfigs')});
  },
};

const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

function readUrl({basic, ...fields}: JsonObject, url: string): Written | Problem {
  const wrong = httpsProblem(url);
  if (wrong !== undefined) return {problem: `its address ${wrong}`};
  const read = textFields(fields, ['caFile', 'bearer'], 'https');
  if ('problem' in read) return read;
  const {bearer} = read.texts;
  const problem = bearer === undefined ? undefined : referenceProblem('bearer', bearer);
  if (problem !== undefined) return {problem};
  if (basic === undefined || basic === null) return {kind: 'url', url, ...read.texts};
  if (bearer !== undefined) return {problem: '`basic` excludes `bearer`: one login is enough'};
  const login = loginOf(basic);
  return 'problem' in login ? login : {kind: 'url', url, ...read.texts, basic: login};
}

function loginOf(basic: Json): Login | Problem {
  const {username, password} = isObject(basic) ? basic : {};
  if (typeof username !== 'string') return {problem: '`basic` needs a username and a password'};
  const problem = referenceProblem('basic.password', password);
  return problem === undefined ? {username, password: password as string} : {problem};
}
