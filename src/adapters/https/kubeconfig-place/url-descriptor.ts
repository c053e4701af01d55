import {join} from 'node:path';
import {isObject, type Json} from '../../../core/json.ts';
import {httpsProblem} from '../../../core/workspace/https-problem.ts';
import {maskedAddress} from '../../../core/workspace/mask.ts';
import type {KubeconfigPlaceDescriptor} from '../../../ports/kubeconfig-place-descriptor.ts';
import type {UrlPlace} from './fetch-url.ts';

type Members = {
  readonly caFile?: string;
  readonly bearer?: string;
  readonly basic?: {readonly username: string; readonly password: string};
};
type Written = Members & {readonly kind: 'url'; readonly url: string};

/** The place of kubeconfigs on HTTPS servers. */
export const urlDescriptor: KubeconfigPlaceDescriptor<Members, Written, UrlPlace> = {
  kind: 'url',
  named: {schemes: ['https', 'http'], example: 'https://…', problem: httpsProblem},
  fields: {
    caFile: {type: 'path', description: 'PEM certificates to trust besides those of the system'},
    bearer: {type: 'reference', description: 'A token for the server, as a reference to a secret.'},
    basic: {
      type: 'mapping',
      description: 'A login for the server.',
      fields: {
        username: {type: 'text', mayBeEmpty: true, required: true, description: 'The name of the user.'},
        password: {type: 'reference', required: true},
      },
    },
  },
  logins: ['bearer', 'basic'],
  read: (members, url) => {
    const wrong = httpsProblem(url);
    return wrong === undefined ? {kind: 'url', url, ...members} : {problem: `its address ${wrong}`};
  },
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
