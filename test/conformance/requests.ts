import {del, get, post, type Request} from './request.ts';
import {applies} from './requests/applies.ts';
import {badInput} from './requests/bad-input.ts';
import {custom} from './requests/custom.ts';
import {discovery} from './requests/discovery.ts';
import {kinds} from './requests/kinds.ts';
import {life} from './requests/life.ts';
import {lists} from './requests/lists.ts';
import {order} from './requests/order.ts';
import {patches} from './requests/patches.ts';
import {quotas} from './requests/quotas.ts';
import {rules} from './requests/rules.ts';
import {subresources} from './requests/subresources.ts';
import {users} from './requests/users.ts';
import {warnings} from './requests/warnings.ts';
import {wrongObjects} from './requests/wrong-objects.ts';

/** All requests, by what they are about, in the order in which they are sent. */
export const requestsIn = (ns: string): Readonly<Record<string, readonly Request[]>> => ({
  begin: [
    post('create the namespace', '/api/v1/namespaces', {metadata: {name: ns}}),
    get('wait for its account', `/api/v1/namespaces/${ns}/serviceaccounts/default`, {
      until: ({kind}) => kind === 'ServiceAccount',
    }),
    get('wait for its certificates', `/api/v1/namespaces/${ns}/configmaps/kube-root-ca.crt`, {
      until: ({kind}) => kind === 'ConfigMap',
    }),
  ],
  discovery: discovery(),
  'new objects': kinds(ns),
  'wrong objects': wrongObjects(ns),
  'the life of objects': life(ns),
  patches: patches(ns),
  apply: applies(ns),
  'lists and watches': lists(ns),
  quotas: quotas(ns),
  subresources: subresources(ns),
  users: users(ns),
  'bad input': badInput(ns),
  'custom resources': custom(ns),
  rules: rules(ns),
  warnings: warnings(ns),
  order: order(ns),
  end: [
    del('delete the namespace', `/api/v1/namespaces/${ns}`),
    // Of the real server that is up to all API servers that others have announced, too.
    get('wait until the namespace is gone', `/api/v1/namespaces/${ns}`, {
      until: ({code}) => code === 404,
      uncompared: true,
    }),
  ],
});
