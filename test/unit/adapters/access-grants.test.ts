import {describe, expect, it} from 'vitest';
import {ramPolicy} from '../../../src/adapters/alicloud/backend/ram-policy.ts';
import {bucketPolicy} from '../../../src/adapters/aws/backend/bucket-policy.ts';
import {roleAssignments} from '../../../src/adapters/azure/backend/role-assignments.ts';
import {iamBindings} from '../../../src/adapters/gcp/backend/iam-bindings.ts';
import {roleManifests} from '../../../src/adapters/kubernetes/backend/role-manifests.ts';
import {ACCESS_ROLES, type AccessRole, type AccessVerb, accessRules} from '../../../src/core/backend/access-rules.ts';
import type {GrantRequest, Grants} from '../../../src/ports/backend-access.ts';

const VERBS: readonly AccessVerb[] = ['read', 'write', 'delete'];

/** Reports whether a system permits an action on an object. */
type Permits = (action: string, object: string) => boolean;

type System = {
  readonly name: string;
  readonly grants: (prefix: string | undefined, request: GrantRequest) => Grants;
  readonly permits: (grants: Grants) => Permits;
  /** The actions of each verb. */
  readonly actions: Readonly<Record<AccessVerb, readonly string[]>>;
  readonly list: string;
};

type Statement = {readonly Effect: string; readonly Action: string; readonly Resource: readonly string[]};

/** Evaluates statements as IAM and RAM do: anything that no statement allows is denied. */
const byStatements =
  (arnOf: (object: string) => string) =>
  (grants: Grants): Permits => {
    if (grants.form !== 'policy') throw new Error(grants.form);
    const statements = grants.policy['Statement'] as unknown as readonly Statement[];
    return (action, object) =>
      statements.some(
        ({Effect, Action, Resource}) =>
          Effect === 'Allow' &&
          Action === action &&
          Resource.some((one) =>
            one.endsWith('*') ? arnOf(object).startsWith(one.slice(0, -1)) : one === arnOf(object),
          ),
      );
  };

/** Evaluates the bindings of gcloud: the role of each command, and the names in its condition. */
function byBindings(grants: Grants): Permits {
  if (grants.form !== 'commands') throw new Error(grants.form);
  const conditions = grants.commands.flatMap((command) => {
    const body = /<<'EOF'\n(.*)\nEOF$/s.exec(command)?.[1];
    return body === undefined ? [] : [JSON.parse(body) as {readonly title: string; readonly expression: string}];
  });
  const bindings = grants.commands.flatMap((command) => {
    const [, role = ''] = /--role=roles\/storage\.(\w+)/.exec(command) ?? [];
    const [, title] = /--condition-from-file='(.*)\.json'/.exec(command) ?? [];
    const expression = conditions.find((one) => one.title === title)?.expression;
    return expression === undefined ? [] : [{role, expression}];
  });
  return (action, object) =>
    bindings.some(({role, expression}) => {
      const clauses = expression.split(' || ');
      const isList = action === 'list';
      if (role === 'objectViewer' && action !== 'get' && !isList) return false;
      if (isList) return clauses.includes(`resource.type == 'storage.googleapis.com/Bucket'`);
      const roots = clauses.flatMap((one) => /^resource\.name\.startsWith\('(.*)'\)$/.exec(one)?.[1] ?? []);
      return roots.some((root) => `projects/_/buckets/state/objects/${object}`.startsWith(root));
    });
}

/** Evaluates the condition of az. A clause that does not name the action is met. */
function byConditions(grants: Grants): Permits {
  if (grants.form !== 'commands') throw new Error(grants.form);
  const [command = ''] = grants.commands;
  const isWriter = command.includes('Storage Blob Data Contributor');
  const condition = (/--condition '(.*)'$/s.exec(command)?.[1] ?? '').replaceAll(`'\\''`, `'`);
  const clauses = condition.split(' AND (').map((clause) => clause.replace(/^\(+/, ''));
  return (action, object) => {
    if (!isWriter && action !== 'read') return false;
    const about = clauses.filter(
      (clause) => clause.includes(`/blobs/${action}'`) && !clause.includes("{'Blob.List'})"),
    );
    const ofRead = clauses.filter((clause) => clause.includes(`NOT SubOperationMatches{'Blob.List'}`));
    return (action === 'read' ? ofRead : about).every((clause) =>
      [...clause.matchAll(/StringStartsWith '([^']*)'/g)].some(([, root = '']) => object.startsWith(root)),
    );
  };
}

const SYSTEMS: readonly System[] = [
  {
    name: 'S3',
    grants: (prefix, request) => bucketPolicy({kind: 's3', bucket: 'state', prefix}, request),
    permits: byStatements((object) => `arn:aws:s3:::state${object === '' ? '' : `/${object}`}`),
    actions: {read: ['s3:GetObject'], write: ['s3:PutObject'], delete: ['s3:DeleteObject']},
    list: 's3:ListBucket',
  },
  {
    name: 'OSS',
    grants: (prefix, request) => ramPolicy({bucket: 'state', prefix}, request),
    permits: byStatements((object) => `acs:oss:*:*:state${object === '' ? '' : `/${object}`}`),
    actions: {read: ['oss:GetObject'], write: ['oss:PutObject', 'oss:DeleteObject'], delete: ['oss:DeleteObject']},
    list: 'oss:ListObjects',
  },
  {
    name: 'Cloud Storage',
    grants: (prefix, request) => iamBindings({bucket: 'state', prefix}, request),
    permits: byBindings,
    actions: {read: ['get'], write: ['create', 'delete'], delete: ['delete']},
    list: 'list',
  },
  {
    name: 'Azure Blob',
    grants: (prefix, request) => roleAssignments({container: 'state', prefix, storageAccount: 'team'}, request),
    permits: byConditions,
    actions: {read: ['read'], write: ['write', 'add/action'], delete: ['delete']},
    list: '',
  },
];

type Commands = Extract<Grants, {form: 'commands'}>;

const requestOf = (role: AccessRole, subjects: readonly string[] = []): GrantRequest => ({
  name: `gantry-${role}`,
  rules: accessRules(role),
  subjects,
});

describe.each(SYSTEMS)('the permissions of roles in $name', ({name, grants, permits, actions, list}) => {
  // A system that does not distinguish writes from deletions permits both.
  const joins = name === 'OSS' || name === 'Cloud Storage';

  it.for([undefined, 'team/prod'])(
    'a role has the permissions of its rules and no others below the prefix %s',
    (prefix) => {
      for (const role of ACCESS_ROLES) {
        const may = permits(grants(prefix, requestOf(role)));
        for (const {root, verbs} of accessRules(role))
          for (const verb of VERBS) {
            const has = verbs.includes(verb) || (joins && verb !== 'read' && verbs.some((one) => one !== 'read'));
            const object = `${prefix === undefined ? '' : `${prefix}/`}${root}some.json`;
            for (const action of actions[verb])
              expect(may(action, object), `${role}: ${action} on ${object}`).toBe(has);
          }
        const all = [...actions.read, ...actions.write, ...actions.delete];
        for (const other of ['other/some.json', 'team/other/keys/hmac', 'releases-of-others/a'])
          for (const action of all) expect(may(action, other), `${role}: ${action} on ${other}`).toBe(false);
        if (list !== '') expect(may(list, '')).toBe(true);
      }
    },
  );

  it('only a writer may write the object that tests the bucket', () => {
    for (const role of ACCESS_ROLES) {
      const may = permits(grants('team/prod', requestOf(role)));
      for (const action of [...actions.write, ...actions.delete])
        expect(may(action, 'team/prod/.gantry-proof-1'), `${role}: ${action}`).toBe(role !== 'reader');
    }
  });
});

it('users of a policy are its principals, and members of a command are quoted', () => {
  const policy = bucketPolicy({kind: 's3', bucket: 'state'}, requestOf('reader', ['arn:aws:iam::1:role/ci']));
  expect(policy).toMatchObject({policy: {Statement: [{Principal: {AWS: ['arn:aws:iam::1:role/ci']}}, {}]}});
  const evil = iamBindings({bucket: 'state'}, requestOf('reader', [`user:a'; rm -rf ~`]));
  expect(JSON.stringify(evil)).toContain(String.raw`--member='user:a'\\''; rm -rf ~'`);
});

it('a prefix cannot end the text of a condition', () => {
  const prefix = String.raw`a\' OR 'a' StringEquals 'a`;
  const request = requestOf('reader');
  const [command = ''] = (roleAssignments({container: 'state', prefix, storageAccount: 'team'}, request) as Commands)
    .commands;
  const condition = (/--condition '(.*)'$/s.exec(command)?.[1] ?? '').replaceAll(`'\\''`, `'`);
  const [file = ''] = (iamBindings({bucket: 'state', prefix}, request) as Commands).commands;
  const {expression} = JSON.parse(/<<'EOF'\n(.*)\nEOF$/s.exec(file)?.[1] ?? '') as {readonly expression: string};
  for (const written of [condition, expression]) {
    expect(written).toContain(String.raw`a\\\' OR \'a\' StringEquals \'a/`);
    const texts = written.replaceAll(/'(?:[^\\']|\\.)*'/gs, 'TEXT');
    expect(texts).not.toMatch(/['\\]|StringEquals/);
  }
});

it('a wildcard in a prefix of S3 matches no other prefix', () => {
  const grants = bucketPolicy({kind: 's3', bucket: 'state', prefix: 'team*$'}, requestOf('reader'));
  expect(JSON.stringify(grants)).toContain('"arn:aws:s3:::state/team${*}${$}/keys/*"');
});

it('a policy names the partition of the region and the key of the encryption', () => {
  const bucket = {kind: 's3', bucket: 'state', region: 'cn-north-1'} as const;
  const {policy} = bucketPolicy(
    {...bucket, encryption: {algorithm: 'aws:kms', keyId: 'some-key'}},
    requestOf('deployer'),
  ) as Extract<Grants, {form: 'policy'}>;
  const text = JSON.stringify(policy);
  expect(text).toContain('"arn:aws-cn:s3:::state/keys/*"');
  expect(policy['Statement']).toContainEqual(
    expect.objectContaining({Action: 'kms:GenerateDataKey', Resource: ['arn:aws-cn:kms:*:*:key/some-key']}),
  );
  expect(text).not.toContain('arn:aws:');
});

it('a Role has the verbs for Secrets, and its binding names each kind of user', () => {
  const manifests = (role: AccessRole, ...subjects: readonly string[]) => {
    const grants = roleManifests({namespace: 'state'}, requestOf(role, subjects));
    return grants.form === 'manifests' ? grants.manifests : [];
  };
  expect(manifests('reader')).toMatchObject([{kind: 'Role', rules: [{verbs: ['get', 'list']}]}]);
  expect(manifests('deployer')).toMatchObject([{rules: [{verbs: ['get', 'list', 'create', 'update', 'delete']}]}]);
  expect(manifests('reader', 'user:anna@example.com', 'group:team:a', 'serviceaccount:ci/runner')[1]).toMatchObject({
    kind: 'RoleBinding',
    roleRef: {kind: 'Role', name: 'gantry-reader'},
    subjects: [
      {kind: 'User', name: 'anna@example.com'},
      {kind: 'Group', name: 'team:a'},
      {kind: 'ServiceAccount', namespace: 'ci', name: 'runner'},
    ],
  });
  for (const wrong of ['anna', 'user:', 'serviceaccount:runner', 'arn:aws:iam::1:role/ci'])
    expect(() => manifests('reader', wrong), wrong).toThrow('input/usage');
});

it.each(['team*', 'te?m'])('a policy of RAM for the prefix %s would permit other prefixes, and is refused', (prefix) =>
  expect(() => ramPolicy({bucket: 'state', prefix}, requestOf('reader'))).toThrow('input/usage'),
);
