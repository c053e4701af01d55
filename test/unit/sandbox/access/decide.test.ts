import {describe, expect, it} from 'vitest';
import type {Attributes} from '../../../../src/sandbox/access/attributes.ts';
import {decide, rulesOfUser} from '../../../../src/sandbox/access/decide.ts';
import {refuseUnallowed} from '../../../../src/sandbox/access/refuse-unallowed.ts';
import {refusal} from '../decode/resource.ts';

const path = (verb: string, at: string): Attributes => ({on: 'path', verb, path: at});
const on = (verb: string, resource: string, more: object = {}): Attributes => ({
  on: 'resource',
  verb,
  group: '',
  resource,
  subresource: '',
  namespace: '',
  name: '',
  ...more,
});
const AUTHORIZATION = {group: 'authorization.k8s.io'};
const ASK = on('create', 'selfsubjectaccessreviews', AUTHORIZATION);
const ROLE = (role: string, group: string): string =>
  `RBAC: allowed by ClusterRoleBinding "${role}" of ClusterRole "${role}" to Group "${group}"`;

describe('permissions', () => {
  it.each([
    {user: 'sandbox', groups: []},
    {user: 'jane', groups: ['system:masters']},
  ])('the user $user in $groups may do everything', ({user, groups}) => {
    expect(decide({username: user, groups}, on('delete', 'nodes'))).toEqual({allowed: true});
    expect(decide({username: user, groups}, path('post', '/nothing'))).toEqual({allowed: true});
    expect(rulesOfUser({username: user, groups})[0]).toEqual({apiGroups: ['*'], resources: ['*'], verbs: ['*']});
  });

  it.each([
    {groups: ['system:authenticated'], asked: ASK, by: ROLE('system:basic-user', 'system:authenticated')},
    {
      groups: ['a', 'system:authenticated'],
      asked: path('get', '/apis/x'),
      by: ROLE('system:discovery', 'system:authenticated'),
    },
    {
      groups: ['system:unauthenticated'],
      asked: path('get', '/livez'),
      by: ROLE('system:public-info-viewer', 'system:unauthenticated'),
    },
    {groups: ['system:monitoring'], asked: path('get', '/metrics'), by: ROLE('system:monitoring', 'system:monitoring')},
    {
      groups: ['system:monitoring'],
      asked: on('get', 'nodes', {subresource: 'metrics'}),
      by: ROLE('system:monitoring', 'system:monitoring'),
    },
  ])('the groups $groups get permission by $by', ({groups, asked, by}) => {
    expect(decide({username: 'jane', groups}, asked)).toEqual({allowed: true, reason: by});
  });

  it.each([
    {groups: [], asked: ASK},
    {groups: ['system:authenticated'], asked: on('get', 'selfsubjectaccessreviews', AUTHORIZATION)},
    {groups: ['system:authenticated'], asked: on('create', 'selfsubjectaccessreviews')},
    {
      groups: ['system:authenticated'],
      asked: on('create', 'selfsubjectaccessreviews', {...AUTHORIZATION, subresource: 'x'}),
    },
    {groups: ['system:authenticated'], asked: path('post', '/api')},
    {groups: ['system:authenticated'], asked: path('get', '/healthz/')},
    {groups: ['system:monitoring'], asked: on('get', 'nodes')},
    {groups: ['system:unauthenticated'], asked: path('get', '/api')},
  ])('the groups $groups have no permission for $asked', ({groups, asked}) => {
    expect(decide({username: 'jane', groups}, asked)).toEqual({allowed: false});
  });
});

describe('a denial', () => {
  const jane = {username: 'a"<b>', groups: []};
  it.each([
    {
      asked: on('list', 'pods', {namespace: 'n'}),
      says: 'pods is forbidden: User "a\\"&lt;b&gt;" cannot list resource "pods" in API group "" in the namespace "n"',
    },
    {
      asked: on('patch', 'things', {group: 'a.example.com', subresource: 'status', name: 't'}),
      says: 'things.a.example.com "t" is forbidden: User "a\\"&lt;b&gt;" cannot patch resource "things/status" in API group "a.example.com" at the cluster scope',
    },
    {asked: path('get', '/metrics'), says: 'forbidden: User "a\\"&lt;b&gt;" cannot get path "/metrics"'},
  ])('a denial has the message $says', ({asked, says}) => {
    expect(refusal(() => refuseUnallowed(jane, asked))).toBe(says);
  });
});
