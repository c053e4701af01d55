import {describe, expect, it} from 'vitest';
import {readRemote} from '../../../src/config/kubeconfig-places.ts';
import type {JsonObject} from '../../../src/core/json.ts';

describe('an address of a kubeconfig', () => {
  it.each<{name: string; written: string | JsonObject; want: object}>([
    {name: 'https', written: 'https://git.example/k', want: {kind: 'url', url: 'https://git.example/k'}},
    {name: 'this machine', written: 'http://127.0.0.1:8080/k', want: {kind: 'url', url: 'http://127.0.0.1:8080/k'}},
    {
      name: 'https with a bearer',
      written: {url: 'https://x/k', bearer: 'ref://t', caFile: 'ca.pem', basic: null},
      want: {kind: 'url', url: 'https://x/k', bearer: 'ref://t', caFile: 'ca.pem'},
    },
    {
      name: 'https with a login',
      written: {url: 'https://x/k', basic: {username: 'me', password: 'ref://p'}},
      want: {kind: 'url', url: 'https://x/k', basic: {username: 'me', password: 'ref://p'}},
    },
    {name: 's3', written: 's3://clusters/a/b c.yaml', want: {kind: 's3', bucket: 'clusters', key: 'a/b c.yaml'}},
    {
      name: 's3 with options in the address',
      written: 's3://clusters/k?region=eu-west-1&endpoint=https%3A%2F%2Fminio.example&pathStyle=true&versionId=v%2B1',
      want: {
        kind: 's3',
        bucket: 'clusters',
        key: 'k',
        region: 'eu-west-1',
        endpoint: 'https://minio.example',
        pathStyle: true,
        versionId: 'v+1',
      },
    },
    {
      name: 's3 with options beside it',
      written: {url: 's3://clusters/k', region: 'eu-west-1', pathStyle: false, caFile: '/ca'},
      want: {kind: 's3', bucket: 'clusters', key: 'k', region: 'eu-west-1', pathStyle: false, caFile: '/ca'},
    },
  ])('an address of a kubeconfig may be $name', ({written, want}) => {
    expect(readRemote('kubeconfig_path', written)).toEqual(want);
  });

  it.each<{name: string; written: string | JsonObject; problem: string}>([
    {
      name: 'http to another machine',
      written: 'http://git.example/canary',
      problem: 'http, which would send secrets in clear',
    },
    {name: 'a password in it', written: 'https://me:canary@x/k', problem: 'contains a user or a password'},
    {name: 'another scheme', written: 'ftp://x/canary', problem: 'it begins with ftp://'},
    {name: 'a reference', written: 'ref://canary', problem: 'use kubeconfig_content for it'},
    {name: 'no address in a mapping', written: {url: './canary'}, problem: 'its `url` is not an address'},
    {name: 'a mapping without an address', written: {bearer: 'ref://t'}, problem: 'its `url` must be a string'},
    {
      name: 'a token in plain text',
      written: {url: 'https://x', bearer: 'canary'},
      problem: '`bearer` must be a reference',
    },
    {
      name: 'a token that is not a valid reference',
      written: {url: 'https://x', bearer: 'ref://a//b'},
      problem: '`bearer`: the reference has an empty segment',
    },
    {
      name: 'two logins',
      written: {url: 'https://x', bearer: 'ref://t', basic: {username: 'u', password: 'ref://p'}},
      problem: '`basic` excludes `bearer`',
    },
    {
      name: 'a password in plain text',
      written: {url: 'https://x', basic: {username: 'u', password: 'canary'}},
      problem: '`basic.password` must be a reference',
    },
    {
      name: 'a login without a user',
      written: {url: 'https://x', basic: {password: 'ref://p'}},
      problem: 'needs a username',
    },
    {
      name: 'a region of https',
      written: {url: 'https://x', region: 'canary'},
      problem: '`region` does not belong to https://',
    },
    {
      name: 'a login of s3',
      written: {url: 's3://clusters/k', bearer: 'canary'},
      problem: '`bearer` does not belong to s3://',
    },
    {name: 'a bucket without a key', written: 's3://clusters/', problem: 'does not name an object in a bucket'},
    {name: 'an invalid bucket', written: 's3://Canary_/k', problem: 'does not name an object in a bucket'},
    {name: 'an unknown option', written: 's3://clusters/k?regoin=canary', problem: '`regoin` does not belong'},
    {
      name: 'an endpoint in clear',
      written: 's3://clusters/k?endpoint=http://canary.example',
      problem: 'its endpoint is http',
    },
    {
      name: 'an invalid path style',
      written: 's3://clusters/k?pathStyle=canary',
      problem: '`pathStyle` must be true or false',
    },
  ])('an address of a kubeconfig is refused for $name, and its problem quotes no value', ({written, problem}) => {
    const read = readRemote('kubeconfig_path', written);
    expect(read !== undefined && 'problem' in read && read.problem).toContain(problem);
    expect(JSON.stringify(read)).not.toContain('canary');
  });
});

describe('a Secret that holds a kubeconfig', () => {
  const SECRET = {name: 's', namespace: 'tenants', workspace: 'management'};

  it.each([SECRET, {...SECRET, key: 'admin.conf'}])('a Secret that holds a kubeconfig is read: %o', (written) =>
    expect(readRemote('kubeconfig_secret', written)).toEqual({kind: 'secret', ...written}),
  );

  it.each([
    {written: 'canary', problem: 'it must be a mapping with name, namespace, workspace (required), and key (optional)'},
    {written: {...SECRET, name: ''}, problem: '`name` must be a string'},
    {written: {...SECRET, workspace: 7}, problem: '`workspace` must be a string'},
    {written: {...SECRET, key: ['canary']}, problem: '`key` must be a string'},
    {written: {name: 's', namespace: 'tenants'}, problem: '`workspace` is missing'},
    {written: {...SECRET, constructor: 'canary'}, problem: 'unknown field constructor'},
    {written: {...SECRET, nmae: 'canary'}, problem: 'unknown field nmae'},
  ])('a Secret that holds a kubeconfig is refused: $problem', ({written, problem}) =>
    expect(readRemote('kubeconfig_secret', written)).toEqual({problem}),
  );
});

describe('a shared resource that holds a kubeconfig', () => {
  const SHARED = {shared: 'v1:Secret:clusters:prod', path: 'data.value', workspace: 'management'};
  const {path: _, ...CLUSTER} = SHARED;

  const EKS = {...SHARED, shared: 'hashicorp:aws:aws_eks_cluster:prod', path: 'output.kubeconfig[0]["raw"]'};

  it.each([SHARED, {...SHARED, path: 'data.admin.conf', stack: 'shared/eu'}, CLUSTER, EKS])(
    'a shared resource is read: %o',
    (written) => expect(readRemote('kubeconfig_content', written)).toEqual({kind: 'shared', ...written}),
  );

  it.each([
    {written: {...SHARED, shared: ''}, problem: '`shared` must be a string'},
    {written: {shared: 'v1:Secret:clusters:prod'}, problem: '`workspace` is missing'},
    {written: {...SHARED, path: 'stringData.value'}, problem: 'its `path` must be data.KEY, the key of a Secret'},
    {written: {...SHARED, path: 'data'}, problem: 'its `path` must be data.KEY, the key of a Secret'},
    {written: {...EKS, path: 'a..b'}, problem: 'its `path` must be the path of an attribute'},
    {written: {...SHARED, pat: 'canary'}, problem: 'unknown field pat'},
  ])('a shared resource is refused: $problem', ({written, problem}) =>
    expect(readRemote('kubeconfig_content', written)).toEqual({problem}),
  );

  it.each(['apiVersion: v1', {apiVersion: 'v1', clusters: []}, 7])(
    'a kubeconfig itself is not a shared resource: %o',
    (written) => expect(readRemote('kubeconfig_content', written)).toBeUndefined(),
  );
});
